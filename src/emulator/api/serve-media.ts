import type { RequestHandler } from 'express';

/** Finds the stored file at a path below the media root, without a slash in front, not decoded. */
export type FindMedia = (
  path: string,
) => { readonly bytes: Uint8Array; readonly mediaType: string } | undefined;

/** Answers with stored files, to everybody; passes on what is none: the service's media host asks for no credentials. Source: seen on the wire. */
export function serveMedia(find: FindMedia): RequestHandler {
  return (request, response, next) => {
    const reading = request.method === 'GET' || request.method === 'HEAD';
    const file = reading ? find(request.path.replace(/^\//, '')) : undefined;
    if (file === undefined) return next();
    response.set({
      'Content-Type': file.mediaType,
      'X-Content-Type-Options': 'nosniff',
      // What somebody uploaded must not run as a page of the emulator's own.
      'Content-Security-Policy': "sandbox; default-src 'none'",
    });
    response.end(request.method === 'HEAD' ? undefined : file.bytes);
  };
}
