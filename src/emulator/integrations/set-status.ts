import { type AppRecord, findIntegration, type IntegrationRecord } from '../world/index.ts';

/**
 * Has a channel work, wait or be in trouble: what is sent through one that is not active fails. `error` is answered while it is in trouble.
 * Throws `integration_not_found`. Source: Part B, "Integration"; what makes a status change is not shown there.
 */
export function setIntegrationStatus(
  app: AppRecord,
  integrationId: string,
  status: IntegrationRecord['status'],
  error?: object,
): void {
  const integration = findIntegration(app, integrationId);
  integration.status = status;
  delete integration['error'];
  if (status === 'error')
    integration['error'] = structuredClone(error ?? { message: 'The channel is in trouble' });
}
