export { alterBody } from './alter-body.ts';
export { type ApiAction, type ApiFault, apiFaultNames } from './api-fault.ts';
export { createFaults, type FaultDraw, type Faults, type ListedFault } from './create-faults.ts';
export { type DeliveryAction, type DeliveryFault, deliveryFaultNames } from './delivery-fault.ts';
export { matchesPattern, readTriggerPattern } from './patterns.ts';
export type { ApiFaultRule, DeliveryFaultRule, FaultRule } from './rule.ts';
