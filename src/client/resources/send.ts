import type { ApiCall, ApiRequest, Call, RequestOptions, WithResponse } from '../api-call.ts';
import { createRequest } from '../api-request.ts';
import { UnexpectedAnswerError } from '../errors/index.ts';
import { describePath } from '../transport/describe-path.ts';
import type { ReadAnswer } from './read-answer.ts';

/** A call of a resource: below the app, unless it says otherwise. */
export type ResourceCall = Omit<ApiCall, 'base'> & Partial<Pick<ApiCall, 'base'>>;

/**
 * Makes a call and reads what the caller gets out of its answer. What `prepare` throws rejects the request, so that a wrong argument
 * and a wrong answer are caught in one place.
 */
export type Send = <Answer>(
  prepare: () => ResourceCall,
  read: ReadAnswer<Answer>,
  options: RequestOptions | undefined,
) => ApiRequest<Answer>;

/** The way in which the resources make their calls. */
export function createSend(call: Call): Send {
  return (prepare, read, options) =>
    createRequest(async () => {
      const made: ApiCall = { base: 'app', ...prepare() };
      const answer = await call<object>(made, options).withResponse();
      return { ...answer, data: read(answer.data, (fault) => refuseAnswer(made, answer, fault)) };
    });
}

function refuseAnswer(call: ApiCall, answer: WithResponse<object>, fault: string): UnexpectedAnswerError {
  const { method } = call;
  const path = describePath(`/${call.segments.map(encodeURIComponent).join('/')}`, '');
  const { status, headers, attempts } = answer;
  return new UnexpectedAnswerError(`${method} ${path} was answered with status ${status} and ${fault}`, {
    code: 'unexpected_answer',
    method,
    path,
    attempts,
    retryable: false,
    status,
    headers,
  });
}
