import { fragileLink } from '../support/tcp-proxy.ts'

export type SlowableLink = Awaited<ReturnType<typeof slowableLink>>

/** A `fragileLink` that can also reset connections, and delay bytes on each of the two ways. */
export async function slowableLink(url: string) {
  let delay = 0
  let isBroken = false
  const link = await fragileLink(url, (data, from, to) => {
    if (isBroken) from.resetAndDestroy()
    else if (delay) setTimeout(() => to.write(data), delay)
    else to.write(data)
  })
  return {
    ...link,
    /** Accepts connections and resets each one at its first bytes. */
    resetAll: () => void (isBroken = true),
    resetNone: () => void (isBroken = false),
    /** Sets the time of a round trip in milliseconds. Call it before the first connection. */
    setRoundTrip(milliseconds: number) {
      delay = milliseconds / 2
    },
  }
}
