import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const endOfHead = '\r\n\r\n'
const lastChunk = '\r\n0\r\n\r\n'

/**
 * A minimal HTTP client on one keep-alive connection, for one request after the other. Node's own
 * client needs more processor time than the server.
 */
export class Connection {
  isClosed = false
  readonly #socket: Socket
  #head = ''
  #left = -1
  /** Tail of an answer in chunks, which has no Content-Length. */
  #tail = ''
  #status = 0
  #answer: (status: number) => void = () => {}

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.on('data', (chunk) => this.#read(chunk))
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => {
      this.isClosed = true
      this.#answer(0)
    })
  }

  /**
   * Sends a request; resolves with the status, or with 0 if the connection closes. With
   * `bytesPerSecond` it sends a piece every 100 ms, like a slow connection.
   */
  send(request: string | Buffer, bytesPerSecond?: number) {
    return new Promise<number>((resolve) => {
      this.#answer = resolve
      if (this.isClosed) resolve(0)
      else if (bytesPerSecond) void this.#sendSlowly(Buffer.from(request), bytesPerSecond / 10)
      else this.#socket.write(request)
    })
  }

  async #sendSlowly(request: Buffer, piece: number) {
    for (let sent = 0; sent < request.length && !this.isClosed; sent += piece) {
      this.#socket.write(request.subarray(sent, sent + piece))
      await sleep(100)
    }
  }

  close() {
    this.#socket.destroy()
  }

  #read(chunk: Buffer) {
    if (this.#left >= 0) this.#readBody(chunk)
    else {
      this.#head += chunk.toString('latin1')
      const end = this.#head.indexOf(endOfHead)
      if (end < 0) return
      const body = chunk.subarray(chunk.length - (this.#head.length - end - endOfHead.length))
      this.#status = Number(this.#head.slice(9, 12))
      const length = /\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1] ?? 0
      this.#left = /\r\ntransfer-encoding: chunked/i.test(this.#head) ? Infinity : Number(length)
      this.#head = ''
      this.#readBody(body)
    }
    if (this.#left > 0) return
    this.#left = -1
    this.#answer(this.#status)
  }

  #readBody(chunk: Buffer) {
    this.#left -= chunk.length
    if (this.#left < Infinity) return
    this.#tail = (this.#tail + chunk.toString('latin1', Math.max(0, chunk.length - 7))).slice(-7)
    if (this.#tail === lastChunk) [this.#left, this.#tail] = [0, '']
  }
}
