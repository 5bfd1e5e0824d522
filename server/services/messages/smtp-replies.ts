import type { MessageTrouble } from '../../../contract/message/message.ts'
import type { Outcome } from './carrier.ts'

/** An error of nodemailer. */
export interface Failure {
  code?: string
  /** The SMTP command that the server refused. */
  command?: string
  response?: string
}

/** The outcome of a failed attempt. `wasRead`: the mail server has read the e-mail. */
export function outcomeOfFailure({ code, command, response }: Failure, wasRead: boolean): Outcome {
  if (code === 'EENVELOPE' && command === 'API') {
    return { result: 'refused', forGood: true, trouble: 'unknown address' }
  }
  if (response && /^\d{3}/.test(response)) return outcomeOfReply(command ?? '', response)
  if (wasRead) return { result: 'no answer' }
  return { result: 'unavailable', trouble: code === 'EAUTH' ? 'not let in' : 'unreachable' }
}

/** A refusal: the reply of a mail server to an SMTP command. */
interface Refusal {
  command: string
  /** Reply code (RFC 5321), such as 550. */
  code: number
  /** Enhanced status code (RFC 3463), such as 5.1.1; empty in a reply without one. */
  status: string
  /** The words in lower case, without addresses. */
  words: string
}

/**
 * The outcome of a refused command. Only a reply about the recipient ends a message. A reply about
 * the sender (password, rights, rate) concerns every message, so the carrier is unavailable.
 */
export function outcomeOfReply(command: string, response: string): Outcome {
  const refusal = parseReply(command, response)
  const { code, status } = refusal
  const reply = [code, status].filter(Boolean).join(' ')
  const isFull = /^[45]52$|\.2\.2$/.test(reply)
  if (isAboutRecipient(refusal)) {
    const trouble = isFull ? 'mailbox full' : 'unknown address'
    return { result: 'refused', forGood: true, trouble, reply }
  }
  const aboutSender = senderTrouble(refusal)
  if (aboutSender) return { result: 'unavailable', trouble: aboutSender, reply }
  const trouble = code < 500 ? 'not now' : 'refused'
  if (command !== 'RCPT TO' && command !== 'DATA') {
    return { result: 'unavailable', trouble: code < 500 ? trouble : 'not let in', reply }
  }
  return { result: 'refused', forGood: false, trouble: isFull ? 'mailbox full' : trouble, reply }
}

/** The words are used here and never stored, because they may contain the recipient. */
function parseReply(command: string, response: string): Refusal {
  const [, code = '', first] = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/.exec(response) ?? []
  // qmail writes the status behind the words: (#5.7.1).
  const status = first ?? /\(#(\d\.\d{1,3}\.\d{1,3})\)/.exec(response)?.[1] ?? ''
  const words = response.toLowerCase().replaceAll(/\S*@\S*/g, '')
  return { command, code: Number(code), status, words }
}

/** Whether the address does not exist (5.1.x), or its mailbox is closed or full (5.2.1, 5.2.2). */
function isAboutRecipient({ command, code, status, words }: Refusal) {
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  // 5.1.7 and 5.1.8 are about the address of the sender.
  if (status) return /^5\.(1\.(?![78]$)\d+|2\.[12])$/.test(status)
  if (code < 550 || code > 553 || /\bsender\b/.test(words)) return false
  if (/\bmailbox\b|\bstorage\b|over quota/.test(words)) return true
  return unknownRecipient.test(words) && ![limit, address, rights].some((of) => of.test(words))
}

/** The trouble of a reply about the sender; undefined if the reply is not clearly about it. */
function senderTrouble({ command, code, status, words }: Refusal): MessageTrouble | undefined {
  // Elsewhere the words may be about the recipient: "receiving mail at a rate that …" (4.2.1).
  const say = (pattern: RegExp) => /^([45]\.[07]\.|$)/.test(status) && pattern.test(words)
  if (/^5\.4\.5$|\.7\.28$/.test(status) || say(limit)) return 'sending limit'
  if (signIn.has(code) || command.startsWith('AUTH') || status.startsWith('5.3.'))
    return 'not let in'
  const isFrom = command === 'MAIL FROM' && code >= 500
  if (isFrom || /^5\.(1\.[78]|7\.60)$/.test(status) || say(address)) return 'sender refused'
  return accountStatus.test(status) || say(rights) ? 'not let in' : undefined
}

/** Reply codes of RFC 4954: the server wants a password, another one, or TLS first. */
const signIn = new Set([530, 534, 535, 538])

/** Status codes of RFC 3463, 4954, 7372 and of Microsoft's servers about the sending account. */
const accountStatus = /^5\.2\.0$|^5\.7\.0$|^[45]\.7\.(3|8|9|1[0134]|2\d|54|57|64|139|[57]\d\d)$/

const limit = /\b(limits?|rate|too (many|fast|much)|throttl\w+|flood\w*|quota|exceeded)\b/
const address = /\b(sender|send as|mail from|spf|dkim|dmarc)\b/
const rights =
  /relay|rcpthosts|authenticat|authori[sz]|not (permitted|allowed)|permission|log ?in\b|credential|client host|block(ed using| ?list)|black ?list/

/** Words of replies without a status code about an address that does not exist. */
const unknownRecipient =
  /\b(unknown|no such|not found|does(n't| not) exist|unavailable|unrouteable|not local|recipient|user)\b/
