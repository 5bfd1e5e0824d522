// A separate file: browsers load it with every form, without other parts of the contract.

/** The first error message of each field, by field name. The key '' is for the form as a whole. */
export function fieldMessages(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const issue of issues) messages[String(issue.path[0] ?? '')] ??= issue.message
  return messages
}
