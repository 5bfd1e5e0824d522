import { connect, type Socket } from 'node:net'

const endOfHead = '\r\n\r\n'

/**
 * A connection to a server that is kept open, for one question after the other. It knows just enough
 * of HTTP for the answers that are measured, which all tell their length: Node's own client costs
 * more than the server does.
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

  /** Sends a whole request; answers the status, or 0 where the connection was closed instead. */
  ask(request: string) {
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
