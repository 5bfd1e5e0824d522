import { setTimeout as sleep } from 'node:timers/promises'

import { listProcesses, readText, sumSeconds, treeOf } from './processes.ts'

/** Load by programs that the benchmark did not start. */
export interface OtherLoad {
  /** Share of all processors. */
  processors: number
  /** Megabytes read from and written to disks per second. */
  disk: number
}

/** With more than this, a measurement is repeated. */
export const tolerated: OtherLoad = { processors: 0.1, disk: 10 }

/** Measurements at most, and seconds to wait for other programs before the next. */
const [mostTries, longestWait] = [2, 20]

/** A measured value. `others` is set if other programs disturbed every try. */
interface Measured<T> {
  value: T
  others: OtherLoad | undefined
}

/** Other programs disturbed a measurement so much that it failed. */
export class DisturbedError extends Error {}

/**
 * Measures, and measures again if other programs take the processor or the disk meanwhile. Of
 * disturbed measurements the least disturbed counts.
 */
export async function undisturbed<T>(
  measure: () => Promise<T>,
  {
    sample = takeSample,
    pause = sleep,
  }: { sample?: () => Sample; pause?: (milliseconds: number) => Promise<unknown> } = {},
): Promise<Measured<T>> {
  let best: Measured<T> | undefined
  let failure: unknown
  for (let tries = 1; ; tries++) {
    const before = sample()
    const result = await measure().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    const others = loadBetween(before, sample())
    if (!isTooMuch(others)) {
      if ('error' in result) throw result.error
      return { value: result.value, others: undefined }
    }
    if ('error' in result) failure = result.error
    else if (!best?.others || excessOf(others) < excessOf(best.others)) {
      best = { value: result.value, others }
    }
    console.log(`  ${describeOthers(others)}${tries < mostTries ? ': measured again' : ''}`)
    if (tries < mostTries) await untilQuiet(sample, pause)
    else if (best) return best
    else throw new DisturbedError(describeOthers(others), { cause: failure })
  }
}

/** Waits until other programs are quiet for a second, or for the longest wait. */
async function untilQuiet(sample: () => Sample, pause: (milliseconds: number) => Promise<unknown>) {
  for (let waited = 0; waited < longestWait; waited++) {
    const before = sample()
    await pause(1000)
    if (!isTooMuch(loadBetween(before, sample()))) return
  }
}

const ownRoots = new Set([process.pid])

/** Counts a process and its descendants as our own. */
export function countAsOwn(pid: number) {
  ownRoots.add(pid)
}

/** Counters since the start of the machine. */
export interface Sample {
  /** Processor seconds of all processors together: all, busy, and busy with our own processes. */
  total: number
  busy: number
  own: number
  /** Bytes that other programs have read from and written to disks. */
  otherBytes: number
  /** Milliseconds of a monotonic clock. */
  at: number
}

/**
 * Counts this process and its descendants as our own: the servers, the database and the clients.
 * Disk use is known only of processes that this user may inspect.
 */
function takeSample(): Sample {
  const processes = listProcesses()
  const own = new Set([...ownRoots].flatMap((pid) => treeOf(pid, processes)))
  const others = processes.filter((one) => !own.has(one))
  const bytes = others.map(({ pid }) => parseDiskBytes(readText(`/proc/${pid}/io`)))
  return {
    ...parseProcessorTime(readText('/proc/stat')),
    own: sumSeconds([...own]),
    otherBytes: bytes.reduce((sum, one) => sum + one, 0),
    at: performance.now(),
  }
}

/**
 * Parses the first line of `/proc/stat`. Stolen time counts as busy: another virtual machine had the
 * processor. Interrupts count only for the total, because they also serve our own processes.
 */
export function parseProcessorTime(stat: string) {
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softIrq = 0, stolen = 0] =
    /^cpu +(.*)/
      .exec(stat)?.[1]
      ?.split(' ')
      .map((ticks) => Number(ticks) / 100) ?? []
  const busy = user + nice + system + stolen
  return { busy, total: busy + idle + wait + irq + softIrq }
}

/** Parses `/proc/PID/io`, which includes the ended children of the process. */
export function parseDiskBytes(io: string) {
  const counts = [...io.matchAll(/^(?:read|write)_bytes: (\d+)$/gm)]
  return counts.reduce((sum, [, bytes]) => sum + Number(bytes), 0)
}

export function loadBetween(before: Sample, after: Sample): OtherLoad {
  const seconds = (after.at - before.at) / 1000
  const busy = after.busy - before.busy - (after.own - before.own)
  const bytes = after.otherBytes - before.otherBytes
  return {
    // Without `/proc` every counter is 0.
    processors: Math.max(0, busy) / (after.total - before.total || 1),
    disk: Math.max(0, bytes) / 1_000_000 / seconds,
  }
}

export function isTooMuch(others: OtherLoad) {
  return excessOf(others) > 1
}

/** The larger of both loads, as a multiple of what is tolerated. */
function excessOf({ processors, disk }: OtherLoad) {
  return Math.max(processors / tolerated.processors, disk / tolerated.disk)
}

export function describeOthers({ processors, disk }: OtherLoad) {
  return `other programs used ${Math.round(processors * 100)} % of the processors and ${Math.round(disk)} MB/s of the disk`
}
