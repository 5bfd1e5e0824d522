const [shortest, longest] = [1000, 10_000]

/** Writes lines to stderr that say how far long work is, in a terminal and in a log. */
export class Progress {
  readonly #what: string
  readonly #total: number | undefined
  readonly #began = performance.now()
  #printed = this.#began
  #tenths = 0

  /** Without a total, the lines have only the time so far. */
  constructor(what: string, total?: number) {
    this.#what = what
    this.#total = total
  }

  /** Writes a line at each tenth, but at most one a second, and one after ten seconds without. */
  report(done: number) {
    const now = performance.now()
    const share = this.#total ? Math.min(done / this.#total, 0.99) : 0
    const tenths = Math.floor(share * 10)
    if (now - this.#printed < (tenths > this.#tenths ? shortest : longest)) return
    this.#printed = now
    this.#tenths = tenths
    const taken = now - this.#began
    const state =
      share > 0
        ? `${Math.floor(share * 100)} %, about ${duration((taken * (1 - share)) / share)} left`
        : `${duration(taken)} so far`
    process.stderr.write(`${this.#what}: ${state}\n`)
  }
}

/** Reports the progress of work that another thread or program does, once a second. */
export async function showProgress<T>(
  what: string,
  work: Promise<T>,
  measure: () => number | Promise<number> = () => 0,
  total?: number,
): Promise<T> {
  const progress = new Progress(what, total)
  const report = async () => progress.report(await measure())
  // A file that does not exist yet cannot be measured.
  const timer = setInterval(() => void report().catch(() => progress.report(0)), shortest)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}

function duration(milliseconds: number) {
  const seconds = Math.ceil(milliseconds / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
