/** The document store does not work. The message is for operators and contains no credentials. */
export class StoreError extends Error {
  readonly reason: 'away' | 'full'

  constructor(reason: StoreError['reason'], message: string) {
    super(message)
    this.name = 'StoreError'
    this.reason = reason
  }
}
