import { showToast } from './dom.js';

/** Calls the control. Rejects with an `Error` that says what the control said and has its `status`, or without one when nothing was answered. */
export async function call(method, path, body) {
  const response = await fetch(`api/${path}`, {
    method,
    ...(method === 'POST' && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    }),
  });
  if (response.status === 204) return undefined;
  const answer = await response.json();
  if (!response.ok) {
    const text = answer.error?.description ?? `The emulator answered ${response.status}.`;
    throw Object.assign(new Error(text), { status: response.status });
  }
  return answer;
}

/** Does what a person asked for, and shows what went wrong. Gives whether it went well. */
export async function attempt(work) {
  try {
    await work();
    return true;
  } catch (error) {
    showToast(error.message);
    return false;
  }
}
