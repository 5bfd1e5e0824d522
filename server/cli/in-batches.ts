import { setImmediate } from 'node:timers/promises'

/** Keyset pagination: reads rows in batches, each with the `_id`s after the last one of the batch before. */
export async function* inBatches<Row extends { _id: string }>(
  readAfter: (last: string) => Promise<Row[]>,
) {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await readAfter(last)
    const end = rows.at(-1)
    if (!end) return
    yield rows
    last = end._id
    await setImmediate()
  }
}
