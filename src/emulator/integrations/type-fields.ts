import { z } from 'zod';

/** The fields of one type of integration. */
export interface TypeFields {
  /** What a call that creates one takes; its own fields, without `type` and `displayName`. */
  readonly create: z.ZodObject;
  /** Which of these are kept to themselves. */
  readonly secret: readonly string[];
  /** What can be changed later, besides `displayName`. */
  readonly update: readonly string[];
}

const text = z.string().min(1);
const optional = z.string().optional();
const flag = z.boolean().optional();
const ids = z.array(z.string()).nullable().optional();

const web = {
  brandColor: optional,
  conversationColor: optional,
  actionColor: optional,
  displayStyle: z.enum(['button', 'tab']).optional(),
  buttonIconUrl: optional,
  buttonWidth: optional,
  buttonHeight: optional,
  integrationOrder: ids,
  businessName: optional,
  businessIconUrl: optional,
  backgroundImageUrl: optional,
  originWhitelist: ids,
  fixedIntroPane: flag,
};

const line = {
  channelAccessToken: optional,
  channelSecret: optional,
  channelId: optional,
  serviceCode: optional,
  switcherSecret: optional,
  qrCodeUrl: optional,
};

const page = z.object({ pageAccessToken: text, appId: text, appSecret: text });
const pageSecrets = ['pageAccessToken', 'appSecret'];
const bot = { create: z.object({ token: text }), secret: ['token'], update: [] };

/**
 * The types whose fields are known. Source: `apn` and what can be changed in `web` and `whatsapp`: Part B, "Integrations"; all else: the
 * service's public documentation. Which fields beside tokens, keys and secrets are not answered is not shown: these are all it is sure of.
 */
export const typeFields: Readonly<Record<string, TypeFields>> = {
  web: { create: z.object(web), secret: [], update: Object.keys(web) },
  messenger: { create: page, secret: pageSecrets, update: [] },
  instagram: { create: page, secret: pageSecrets, update: [] },
  twilio: {
    create: z.object({ accountSid: text, authToken: text, phoneNumberSid: text }),
    secret: ['authToken'],
    update: [],
  },
  messagebird: {
    create: z.object({ accessKey: text, originator: text, signingKey: optional }),
    secret: ['accessKey', 'signingKey'],
    update: [],
  },
  telegram: bot,
  viber: bot,
  line: {
    create: z.object(line),
    secret: ['channelAccessToken', 'channelSecret', 'switcherSecret'],
    update: ['channelId', 'serviceCode', 'switcherSecret', 'qrCodeUrl', 'channelSecret'],
  },
  wechat: {
    create: z.object({ appId: text, appSecret: text, encodingAesKey: optional, accessTokenUrl: optional }),
    secret: ['appSecret', 'encodingAesKey'],
    update: [],
  },
  whatsapp: {
    create: z
      .object({
        deploymentId: optional,
        baseUrl: optional,
        username: optional,
        password: optional,
        hsmFallbackLanguage: optional,
      })
      .refine(
        ({ deploymentId, baseUrl, username, password }) =>
          deploymentId !== undefined || [baseUrl, username, password].every((field) => field !== undefined),
        { error: 'required, or else baseUrl, username and password', path: ['deploymentId'] },
      ),
    secret: ['password'],
    update: ['hsmFallbackLanguage'],
  },
  twitter: {
    create: z
      .object({
        consumerKey: text,
        consumerSecret: text,
        accessTokenKey: text,
        accessTokenSecret: text,
        tier: z.enum(['enterprise', 'premium']).optional(),
        envName: optional,
      })
      .refine(({ tier, envName }) => tier !== 'premium' || envName !== undefined, {
        error: 'required with the tier premium',
        path: ['envName'],
      }),
    secret: ['consumerKey', 'consumerSecret', 'accessTokenKey', 'accessTokenSecret'],
    update: [],
  },
  mailgun: {
    create: z
      .object({
        apiKey: text,
        domain: text,
        incomingAddress: text,
        fromAddress: optional,
        hideUnsubscribeLink: flag,
      })
      .refine(({ domain, incomingAddress }) => incomingAddress.endsWith(`@${domain}`), {
        error: 'must be an address of the domain',
        path: ['incomingAddress'],
      }),
    secret: ['apiKey'],
    update: ['fromAddress', 'hideUnsubscribeLink'],
  },
  fcm: { create: z.object({ serverKey: text, senderId: text }), secret: ['serverKey'], update: [] },
  apn: {
    create: z.object({
      certificate: z.base64({ error: 'must be a certificate in base64' }).min(1),
      password: z.string().optional(),
      autoUpdateBadge: flag,
      production: flag,
    }),
    secret: ['certificate', 'password'],
    update: ['production'],
  },
  apple: {
    create: z.object({ businessId: text, apiSecret: text, mspId: text }),
    secret: ['apiSecret'],
    update: [],
  },
};
