/** Whether a field of a type that is not known is taken for a secret, and so not kept. */
export function isSecretName(field: string): boolean {
  return /secret|token|password|certificate|key$/i.test(field);
}
