import type { RequestHandler } from 'express';
import { ControlError } from './control-error.ts';

/** Nothing but the page's own files runs in it; pictures and the like of messages may come from anywhere. */
const contentSecurityPolicy = [
  "default-src 'self'",
  'img-src * data: blob:',
  'media-src *',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Keeps other web pages away from the control. There are no CORS headers, a body must be `application/json`, so that browsers ask before they send one,
 * and the host must be a name of this machine or of `publicUrl`: a name that somebody has turned to this address is refused (403).
 */
export function guardControl(publicUrl: string | undefined): RequestHandler {
  const own = new Set(['localhost', '127.0.0.1', '[::1]']);
  if (publicUrl !== undefined) own.add(new URL(publicUrl).hostname);
  return (request, response, next) => {
    response.set({
      'Content-Security-Policy': contentSecurityPolicy,
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    });
    const host = readHostName(request.headers.host);
    if (host === undefined || !(own.has(host) || host === addressOf(request.socket.localAddress)))
      throw new ControlError(403, 'The page is for this machine: open it as localhost, or give publicUrl.');
    next();
  };
}

function readHostName(host: string | undefined): string | undefined {
  const url = `http://${host}`;
  return host !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined;
}

/** An address as it stands in a URL. */
function addressOf(address: string | undefined): string | undefined {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/, '');
  return plain?.includes(':') ? `[${plain}]` : plain;
}
