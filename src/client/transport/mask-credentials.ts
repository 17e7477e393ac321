/** `text` without the credentials of `authorization`: a proxy, or a test server, may quote what it was sent. */
export function maskCredentials(text: string, authorization: string): string {
  const [scheme, credentials = ''] = authorization.split(' ');
  const parts = [credentials];
  if (scheme === 'Basic') {
    const pair = Buffer.from(credentials, 'base64').toString();
    parts.push(pair.slice(pair.indexOf(':') + 1));
  }
  return parts.reduce((masked, part) => (part === '' ? masked : masked.replaceAll(part, '[masked]')), text);
}
