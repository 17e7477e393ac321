import { OptionsError } from '../../errors/index.ts';
import { readInteger, readOptions } from '../../options/index.ts';
import { type ApiAction, type ApiFault, readApiAction } from './api-fault.ts';
import { type DeliveryAction, type DeliveryFault, readDeliveryAction } from './delivery-fault.ts';
import { readTriggerPattern } from './patterns.ts';

interface HowOften {
  /** After so many times the rule is gone. Default: it stays until it is removed. */
  readonly times?: number | undefined;
  /** The share of what matches that is spoilt, from 0 to 1; drawn by the seed. Default: 1. */
  readonly probability?: number | undefined;
}

/** A fault to order for deliveries. */
export interface DeliveryFaultRule extends HowOften {
  readonly on: 'delivery';
  /** A trigger, or a pattern such as `message:*`. Default: all. */
  readonly trigger?: string | undefined;
  /** The `_id` of a webhook. Default: all. */
  readonly webhookId?: string | undefined;
  readonly action: DeliveryAction;
}

/** A fault to order for calls of the API. */
export interface ApiFaultRule extends HowOften {
  readonly on: 'api';
  /** Default: all. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined;
  /** The path as called, in which `*` stands for any characters, such as `/v1.1/apps/*`. Default: all. */
  readonly path?: string | undefined;
  readonly action: ApiAction;
}

/** A fault to order. Rules are tried in the order in which they were added. */
export type FaultRule = DeliveryFaultRule | ApiFaultRule;

/** A rule after its check: patterns where it had none, the action in full. */
export type CheckedRule = { readonly times: number | undefined; readonly probability: number } & (
  | {
      readonly on: 'delivery';
      readonly trigger: string;
      readonly webhookId: string | undefined;
      readonly action: DeliveryFault;
    }
  | {
      readonly on: 'api';
      readonly method: string | undefined;
      readonly path: string;
      readonly action: ApiFault;
    }
);

const methods: readonly unknown[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** Checks `rule`. Throws an `OptionsError` at the first mistake. */
export function readFaultRule(rule: unknown): CheckedRule {
  const { on } = (rule ?? {}) as { readonly on?: unknown };
  if (on === 'delivery') return readDeliveryRule(rule);
  if (on === 'api') return readApiRule(rule);
  throw new OptionsError("on must be 'delivery' or 'api'.");
}

function readDeliveryRule(rule: unknown): CheckedRule {
  const keys = ['on', 'trigger', 'webhookId', 'action', 'times', 'probability'];
  const { trigger, webhookId, action, ...often } = readOptions(rule, keys, 'A rule on deliveries');
  if (webhookId !== undefined && typeof webhookId !== 'string')
    throw new OptionsError('webhookId must be the _id of a webhook.');
  return {
    on: 'delivery',
    // not the same as a pattern of all triggers: bodies may say others
    trigger: trigger === undefined ? '*' : readTriggerPattern(trigger, 'trigger'),
    webhookId,
    action: readDeliveryAction(action),
    ...readHowOften(often),
  };
}

function readApiRule(rule: unknown): CheckedRule {
  const keys = ['on', 'method', 'path', 'action', 'times', 'probability'];
  const { method, path = '*', action, ...often } = readOptions(rule, keys, 'A rule on the API');
  if (method !== undefined && !methods.includes(method))
    throw new OptionsError('method must be GET, POST, PUT or DELETE.');
  if (typeof path !== 'string' || !/^[/*]/.test(path))
    throw new OptionsError("path must begin with '/' or '*', such as '*/messages'.");
  return {
    on: 'api',
    method: method as string | undefined,
    path,
    action: readApiAction(action),
    ...readHowOften(often),
  };
}

function readHowOften({ times, probability = 1 }: Readonly<Record<string, unknown>>) {
  if (typeof probability !== 'number' || !(probability >= 0 && probability <= 1))
    throw new OptionsError('probability must be a number from 0 to 1.');
  return { times: times === undefined ? undefined : readInteger(times, 'times'), probability };
}
