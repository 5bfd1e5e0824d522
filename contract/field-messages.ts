// A file of its own: every form loads it, and should load nothing else of the contract with it.

/** The first message of each field, by the field's name; '' is the key of messages about the whole. */
export function fieldMessages(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const issue of issues) messages[String(issue.path[0] ?? '')] ??= issue.message
  return messages
}
