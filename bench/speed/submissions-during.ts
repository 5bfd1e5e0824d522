import { quantity, type Figure, type Setting } from './figure.ts'
import { load } from './load.ts'

const perSecond = 100

/** Measures how much slower 100 submissions a second become during other work. */
export async function submissionsDuring(
  url: string,
  what: string,
  { quick }: Setting,
  work: () => Promise<unknown>,
): Promise<Figure> {
  const long = quick ? 5 : 15
  const apply = (seconds: number) =>
    load({
      url,
      clients: 16,
      seconds,
      what: 'submissions',
      perSecond: Array.from({ length: seconds }, () => perSecond),
    })
  await apply(1)
  const alone = await apply(long)
  const over = new AbortController()
  const others = (async () => {
    while (!over.signal.aborted) await work()
  })()
  const busy = await apply(long)
  over.abort()
  await others
  return {
    what: `submissions during ${what}, p99`,
    measured: `${quantity(busy.succeeded.p99)} ms`,
    limit: `${quantity(alone.succeeded.p99)} ms: when nothing else is done`,
    value: busy.succeeded.p99 / alone.succeeded.p99,
    target: 'submissions meanwhile',
  }
}
