import type { Random } from '../../testing/index.ts';
import type { ApiFault } from './api-fault.ts';
import { type DeliveryFault, traitsOf } from './delivery-fault.ts';
import { matchesPattern } from './patterns.ts';
import { type CheckedRule, type FaultRule, readFaultRule } from './rule.ts';

/** A rule that is in force. */
export interface ListedFault {
  readonly id: string;
  readonly rule: CheckedRule;
  /** How often it will still act; `undefined` when it stays. */
  readonly left: number | undefined;
}

/** Faults to order. The same seed and the same course of events give the same faults. */
export interface Faults {
  /** Adds a rule behind the others, and gives the function that removes it. Throws an `OptionsError` for what is wrong in it. */
  add(rule: FaultRule): () => void;
  /** What is in force, in the order in which it is tried. */
  list(): readonly ListedFault[];
  /** Removes a rule by its id. False when there is none. */
  remove(id: string): boolean;
  clear(): void;
}

/** The faults, as those see them who spoil their work by them. Each draw counts. */
export interface FaultDraw extends Faults {
  /** What goes wrong with a call of the API: by the first rule that acts. `path` is as called, without the query. */
  drawApi(method: string, path: string): ApiFault | undefined;
  /** What goes wrong with a new delivery as a whole: no two faults of the same aspect. */
  drawDelivery(trigger: string, webhookId: string): readonly DeliveryFault[];
  /** What goes wrong with the next attempt of a delivery: no two faults of the same aspect. */
  drawAttempt(trigger: string, webhookId: string): readonly DeliveryFault[];
}

/** Makes faults without any rule. */
export function createFaults(random: Random): FaultDraw {
  const rules = new Map<string, { readonly rule: CheckedRule; left: number | undefined }>();
  let added = 0;

  /** Whether the rule acts this time, which counts. */
  function acts(id: string): boolean {
    const entry = rules.get(id);
    if (entry === undefined) return false;
    // no draw where nothing is left to chance, so that a certain rule does not shift the others
    if (entry.rule.probability < 1 && !random.chance(entry.rule.probability)) return false;
    if (entry.left === undefined) return true;
    entry.left--;
    if (entry.left === 0) rules.delete(id);
    return true;
  }

  function drawFaults(drawnFor: 'delivery' | 'attempt', trigger: string, webhookId: string) {
    const drawn = new Map<string, DeliveryFault>();
    for (const [id, { rule }] of rules) {
      if (rule.on !== 'delivery' || !matchesPattern(rule.trigger, trigger)) continue;
      if (rule.webhookId !== undefined && rule.webhookId !== webhookId) continue;
      const traits = traitsOf(rule.action);
      if (traits.drawnFor !== drawnFor || drawn.has(traits.spoils)) continue;
      if (acts(id)) drawn.set(traits.spoils, rule.action);
    }
    return [...drawn.values()];
  }

  return {
    add(given) {
      const rule = readFaultRule(given);
      added++;
      const id = `fault-${added}`;
      rules.set(id, { rule, left: rule.times });
      return () => void rules.delete(id);
    },
    list: () => [...rules].map(([id, { rule, left }]) => ({ id, rule, left })),
    remove: (id) => rules.delete(id),
    clear: () => rules.clear(),
    drawApi(method, path) {
      for (const [id, { rule }] of rules) {
        if (rule.on !== 'api' || !matchesPattern(rule.path, path)) continue;
        if (rule.method !== undefined && rule.method !== method) continue;
        if (acts(id)) return rule.action;
      }
      return undefined;
    },
    drawDelivery: (trigger, webhookId) => drawFaults('delivery', trigger, webhookId),
    drawAttempt: (trigger, webhookId) => drawFaults('attempt', trigger, webhookId),
  };
}
