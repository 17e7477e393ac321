interface Named {
  readonly displayName?: string;
}

/** What a web messenger looks like. Source: Part B, "Integrations"; the service's public documentation. */
export interface WebFields extends Named {
  /** Hex digits. Default of the service: `65758e`. */
  readonly brandColor?: string;
  /** Default of the service: `0099ff`. */
  readonly conversationColor?: string;
  /** Default of the service: `0099ff`. */
  readonly actionColor?: string;
  readonly displayStyle?: 'button' | 'tab';
  readonly buttonIconUrl?: string;
  readonly buttonWidth?: string;
  readonly buttonHeight?: string;
  /** Ids of integrations. */
  readonly integrationOrder?: readonly string[];
  readonly businessName?: string;
  readonly businessIconUrl?: string;
  readonly backgroundImageUrl?: string;
  /** Origins. */
  readonly originWhitelist?: readonly string[];
  readonly fixedIntroPane?: boolean;
}

interface PageFields {
  readonly pageAccessToken: string;
  readonly appId: string;
  readonly appSecret: string;
}

interface TokenFields extends Named {
  readonly token: string;
}

/**
 * What the known types of integration take when they are created. `android`, `api` and `ios` are known by name alone.
 * Source: `apn`: Part B, "Integrations"; the others: the service's public documentation.
 */
export interface IntegrationFields {
  readonly web: WebFields;
  readonly messenger: PageFields & Named;
  readonly instagram: PageFields;
  readonly twilio: Named & {
    readonly accountSid: string;
    readonly authToken: string;
    readonly phoneNumberSid: string;
  };
  readonly messagebird: Named & {
    readonly accessKey: string;
    readonly originator: string;
    readonly signingKey?: string;
  };
  readonly telegram: TokenFields;
  readonly viber: TokenFields;
  readonly line: {
    readonly channelAccessToken?: string;
    readonly channelSecret?: string;
    readonly channelId?: string;
    readonly serviceCode?: string;
    readonly switcherSecret?: string;
    readonly qrCodeUrl?: string;
  };
  readonly wechat: {
    readonly appId: string;
    readonly appSecret: string;
    readonly encodingAesKey?: string;
    readonly accessTokenUrl?: string;
  };
  readonly whatsapp: { readonly hsmFallbackLanguage?: string } & (
    | { readonly deploymentId: string }
    | {
        /** @deprecated Use `deploymentId`. */
        readonly baseUrl: string;
        /** @deprecated Use `deploymentId`. */
        readonly username: string;
        /** @deprecated Use `deploymentId`. */
        readonly password: string;
      }
  );
  readonly twitter: {
    readonly consumerKey: string;
    readonly consumerSecret: string;
    readonly accessTokenKey: string;
    readonly accessTokenSecret: string;
  } & (
    | { readonly tier?: 'enterprise' }
    | {
        readonly tier: 'premium';
        readonly envName: string;
      }
  );
  readonly mailgun: {
    readonly apiKey: string;
    readonly domain: string;
    /** On the same domain. */
    readonly incomingAddress: string;
    readonly fromAddress?: string;
    readonly hideUnsubscribeLink?: boolean;
  };
  readonly fcm: { readonly serverKey: string; readonly senderId: string };
  readonly apn: {
    /** The certificate file in base64. */
    readonly certificate: string;
    readonly password?: string;
    /** Whether the badge shows the unread count. */
    readonly autoUpdateBadge?: boolean;
    /** Default of the service: found out from the certificate. */
    readonly production?: boolean;
  };
  readonly apple: Named & {
    readonly businessId: string;
    readonly apiSecret: string;
    readonly mspId: string;
  };
}
