import { connect, type Socket } from 'node:net'

const endOfHead = '\r\n\r\n'

/**
 * A minimal HTTP client on one keep-alive connection, for one request after the other. Node's own
 * client needs more processor time than the server. Every answer must have a Content-Length.
 */
export class Connection {
  isClosed = false
  readonly #socket: Socket
  #head = ''
  #left = -1
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

  /** Sends a request; resolves with the status, or with 0 if the connection closes. */
  send(request: string) {
    return new Promise<number>((resolve) => {
      this.#answer = resolve
      if (this.isClosed) resolve(0)
      else this.#socket.write(request)
    })
  }

  close() {
    this.#socket.destroy()
  }

  #read(chunk: Buffer) {
    if (this.#left >= 0) this.#left -= chunk.length
    else {
      this.#head += chunk.toString('latin1')
      const end = this.#head.indexOf(endOfHead)
      if (end < 0) return
      this.#status = Number(this.#head.slice(9, 12))
      const length = /\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1] ?? 0
      this.#left = Number(length) - (this.#head.length - end - endOfHead.length)
      this.#head = ''
    }
    if (this.#left > 0) return
    this.#left = -1
    this.#answer(this.#status)
  }
}
