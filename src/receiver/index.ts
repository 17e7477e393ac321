export { createReceiver, type Receiver } from './create-receiver.ts';
export type { HandleInput } from './fetch-adapter.ts';
export type { HeadersInput } from './headers.ts';
export type { DedupOptions, ReceiverOptions } from './options.ts';
export type { Answer } from './respond.ts';
export type { NamedSecret, SecretList } from './secret-list.ts';
export type { SecretsProvider } from './secrets.ts';
