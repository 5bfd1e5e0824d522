export async function takeIncomingSms(..._: unknown[]) {}
