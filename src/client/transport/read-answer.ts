/** An answer of the service, read. */
export type ReadAnswer =
  | { readonly kind: 'data'; readonly data: object }
  | { readonly kind: 'error'; readonly code: string | undefined; readonly description: string | undefined }
  /** `fault` says what is wrong and shows nothing of the body. */
  | { readonly kind: 'unexpected'; readonly fault: string };

/**
 * Reads a body by its status. A success may be empty, as answers of DELETE are, though Part A says that every body is an object. An error
 * may be anything: a proxy writes HTML. Source: Part A, "What the service does", "Errors".
 */
export function readAnswer(status: number, contentType: string | null, body: string): ReadAnswer {
  if (status < 200 || (status >= 300 && status < 400)) {
    return { kind: 'unexpected', fault: `status ${status}` };
  }
  if (status >= 400) return { kind: 'error', ...readError(parseObject(body)?.['error']) };
  if (body.trim() === '') return { kind: 'data', data: {} };
  if (contentType !== null && !/^application\/([^;]*\+)?json\s*(;|$)/i.test(contentType)) {
    return { kind: 'unexpected', fault: `status ${status} and a body that is no JSON` };
  }
  const data = parseObject(body);
  if (data !== undefined) return { kind: 'data', data };
  return { kind: 'unexpected', fault: `status ${status} and a body that is no whole JSON object` };
}

function readError(error: unknown): { code: string | undefined; description: string | undefined } {
  const { code, description } = (typeof error === 'object' && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  return {
    // It is shown in messages: what does not look like a code is not one.
    code: typeof code === 'string' && /^[\w.:-]{1,100}$/.test(code) ? code : undefined,
    description: typeof description === 'string' ? description : undefined,
  };
}

function parseObject(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
