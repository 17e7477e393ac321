/** The words that stand in paths of the API; everything else there is an id, or another name that a customer chose. */
const words = new Set(
  'v1 v1.1 apps appusers webhooks messages images conversation activity read profile photo channels businesssystems authcode linkrequest merge attachments remove templates menu integrations keys jwt notifications sdks serviceaccounts postback whatsapp deployments messageTemplates'.split(
    ' ',
  ),
);

/** A path that can be logged: `/v1.1/apps/{id}/appusers/{id}/messages`. */
export function describePath(url: string, baseUrl: string): string {
  const [path = ''] = url.slice(baseUrl.length).split('?');
  return path
    .split('/')
    .map((segment) => (segment === '' || words.has(segment) ? segment : '{id}'))
    .join('/');
}
