// By itself, for every form carries it: what is beside it in the contract would come along.

/** The first message of each field, by the field's name; '' holds what concerns the whole. */
export function fieldMessages(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const issue of issues) messages[String(issue.path[0] ?? '')] ??= issue.message
  return messages
}
