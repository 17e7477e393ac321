import type { ApiRequest, WithResponse } from './api-call.ts';

/** Starts `run` and gives its answer as a promise that can also tell what surrounds the answer. */
export function createRequest<Answer>(run: () => Promise<WithResponse<Answer>>): ApiRequest<Answer> {
  const full = run();
  const data = full.then((answer) => answer.data);
  return Object.assign(data, {
    withResponse() {
      // Whoever asks for the whole answer hears of a failure there; the other promise must not count as unheard.
      data.catch(() => {});
      return full;
    },
  });
}
