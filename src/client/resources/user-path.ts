/** The path of an app user, and of what is below it. `user` is its `_id` or its `userId`. */
export function userPath(user: string, ...rest: readonly string[]): readonly string[] {
  return ['appusers', user, ...rest];
}
