import { setTimeout as sleep } from 'node:timers/promises'

import { fragileLink, type Relay } from '../../tests/support/tcp-proxy.ts'

/** 50 kbit/s in bytes per millisecond, and milliseconds from one end to the other. */
export const rate = 50_000 / 8 / 1000
const delay = 400

/** Bytes of a packet. */
const packet = 1400

/**
 * A TCP proxy that can be cut, and that can become as slow as 2G in both directions. All connections
 * share its rate. Bytes wait in the buffers of the sender until the link has time for them. A cut
 * loses these, and those that are on their way.
 */
export async function slowLink(url: string) {
  let isSlow = false
  let sent = 0
  /** When each direction has time for the next packet. */
  const free = { up: 0, down: 0 }

  const relay: Relay = (data, from, to, isUp) => {
    from.pause()
    void pass(data, isUp ? 'up' : 'down').finally(() => from.resume())

    async function pass(bytes: Buffer, direction: keyof typeof free) {
      for (let at = 0; at < bytes.length; at += packet) {
        const part = bytes.subarray(at, at + packet)
        const now = performance.now()
        free[direction] = Math.max(free[direction], now) + (isSlow ? part.length / rate : 0)
        await sleep(free[direction] - now)
        if (from.destroyed) return
        if (isUp) sent += part.length
        setTimeout(() => to.write(part), isSlow ? delay : 0)
      }
    }
  }

  const link = await fragileLink(url, relay)
  return {
    ...link,
    slowDown: () => void (isSlow = true),
    /** Bytes that clients have sent over the link. */
    sent: () => sent,
  }
}
