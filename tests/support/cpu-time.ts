/** Milliseconds of processor time that this process used; other programs do not change it. */
export async function processorTimeOf(work: () => Promise<unknown>) {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
