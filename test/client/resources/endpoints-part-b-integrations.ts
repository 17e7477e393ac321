import type { EndpointRow } from './endpoint-row.ts';
import { firstOf } from './support.ts';

const menu = {
  items: [{ type: 'link', text: 'Shop', uri: 'https://example.com', _id: '57b331fbf1c6aeba1f940dc7' }],
};
const menuJson =
  '{"items":[{"type":"link","text":"Shop","uri":"https://example.com"}],"settings":{"inputEnabled":false}}';
const newMenu = {
  items: [{ type: 'link', text: 'Shop', uri: 'https://example.com' }],
  settings: { inputEnabled: false },
} as const;
const menuAnswer = { status: 200, body: JSON.stringify({ menu }) };

/** Part B, "Endpoints", "Persistent menus". */
const menus: readonly EndpointRow[] = [
  {
    endpoint: 'GET /apps/{appId}/menu',
    document: '200 {menu}',
    name: 'menu.get',
    call: (client) => client.menu.get(),
    method: 'GET',
    path: '/menu',
    answer: menuAnswer,
    gives: menu,
  },
  {
    endpoint: 'PUT /apps/{appId}/menu',
    document: 'body is the menu schema; 200 {menu}',
    name: 'menu.update',
    call: (client) => client.menu.update(newMenu),
    method: 'PUT',
    path: '/menu',
    json: menuJson,
    answer: menuAnswer,
    gives: menu,
  },
  {
    endpoint: 'DELETE /apps/{appId}/menu',
    document: '200 {menu:{items:[]}}',
    name: 'menu.delete',
    call: (client) => client.menu.delete(),
    method: 'DELETE',
    path: '/menu',
    answer: { status: 200, body: '{"menu":{"items":[]}}' },
    gives: { items: [] },
  },
  {
    endpoint: 'GET /apps/{appId}/integrations/{integrationId}/menu',
    document: '200 {menu}',
    name: 'integrations.menu.get',
    call: (client) => client.integrations.menu.get('582dedf230e788746891281a'),
    method: 'GET',
    path: '/integrations/582dedf230e788746891281a/menu',
    answer: menuAnswer,
    gives: menu,
  },
  {
    endpoint: 'PUT /apps/{appId}/integrations/{integrationId}/menu',
    document: 'overrides the app menu; 200 {menu}',
    name: 'integrations.menu.update',
    call: (client) => client.integrations.menu.update('582dedf230e788746891281a', newMenu),
    method: 'PUT',
    path: '/integrations/582dedf230e788746891281a/menu',
    json: menuJson,
    answer: menuAnswer,
    gives: menu,
  },
  {
    endpoint: 'DELETE /apps/{appId}/integrations/{integrationId}/menu',
    document: 'falls back to the app menu; 200 {}',
    name: 'integrations.menu.delete',
    call: (client) => client.integrations.menu.delete('582dedf230e788746891281a'),
    method: 'DELETE',
    path: '/integrations/582dedf230e788746891281a/menu',
    answer: { status: 200, body: '{}' },
    gives: undefined,
  },
];

const integration = {
  _id: '582dedf230e788746891281a',
  type: 'apn',
  status: 'active',
  production: false,
  autoUpdateBadge: true,
};
const answer = { status: 200, body: JSON.stringify({ integration }) };

/** Part B, "Endpoints", "Integrations". */
const integrations: readonly EndpointRow[] = [
  {
    endpoint: 'POST /apps/{appId}/integrations',
    document: 'body has type plus type-specific fields; 201 {integration}',
    name: 'integrations.create',
    call: (client) =>
      client.integrations.create({ type: 'apn', certificate: 'YWJj', password: '', autoUpdateBadge: false }),
    method: 'POST',
    path: '/integrations',
    json: '{"type":"apn","certificate":"YWJj","password":"","autoUpdateBadge":false}',
    answer: { status: 201, body: JSON.stringify({ integration }) },
    gives: integration,
  },
  {
    endpoint: 'GET /apps/{appId}/integrations',
    document: 'optional query types (comma separated); 200 {integrations:[...]}',
    name: 'integrations.list',
    call: (client) => firstOf(client.integrations.list({ types: ['apn', 'web'] }).pages()),
    method: 'GET',
    path: '/integrations',
    query: '?types=apn,web',
    answer: { status: 200, body: JSON.stringify({ integrations: [integration] }) },
    gives: { integrations: [integration] },
  },
  {
    endpoint: 'GET /apps/{appId}/integrations/{integrationId}',
    document: '200 {integration}',
    name: 'integrations.get',
    call: (client) => client.integrations.get('582dedf230e788746891281a'),
    method: 'GET',
    path: '/integrations/582dedf230e788746891281a',
    answer,
    gives: integration,
  },
  {
    endpoint: 'PUT /apps/{appId}/integrations/{integrationId}',
    document:
      'updates an active integration; 200 {integration}. Web messenger properties shown: integrationOrder, originWhitelist, businessName, brandColor, fixedIntroPane, …',
    name: 'integrations.update',
    call: (client) =>
      client.integrations.update('582dedf230e788746891281a', { brandColor: '65758e', fixedIntroPane: false }),
    method: 'PUT',
    path: '/integrations/582dedf230e788746891281a',
    json: '{"brandColor":"65758e","fixedIntroPane":false}',
    answer,
    gives: integration,
  },
  {
    endpoint: 'PUT /apps/{appId}/integrations/{integrationId}/profile',
    document:
      'business messaging profile; 200 empty. about, photoUrl, address, description, email, vertical, websites',
    name: 'integrations.profile.update',
    call: (client) =>
      client.integrations.profile.update('582dedf230e788746891281a', {
        about: '',
        websites: ['https://example.com'],
      }),
    method: 'PUT',
    path: '/integrations/582dedf230e788746891281a/profile',
    json: '{"about":"","websites":["https://example.com"]}',
    answer: { status: 200, body: '' },
    gives: undefined,
  },
  {
    endpoint: 'DELETE /apps/{appId}/integrations/{integrationId}',
    document: '200 {}',
    name: 'integrations.delete',
    call: (client) => client.integrations.delete('582dedf230e788746891281a'),
    method: 'DELETE',
    path: '/integrations/582dedf230e788746891281a',
    answer: { status: 200, body: '{}' },
    gives: undefined,
  },
];

/** The endpoints of Part B about menus and integrations. */
export const partBIntegrations: readonly EndpointRow[] = [...menus, ...integrations];
