/**
 * How many milliseconds of processor time this process takes for something: however busy the machine
 * is, as many.
 */
export async function processorTimeOf(work: () => Promise<unknown>) {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
