import { expect, test } from 'vitest'

import { outcomeOfReply } from './smtp-replies.ts'

/** A short form of the outcome: what the reply is about, and the trouble. */
function outcome(reply: string, command = 'RCPT TO') {
  const answer = outcomeOfReply(command, reply)
  if (answer.result === 'refused') {
    return `${answer.forGood ? 'recipient' : 'unclear'}: ${answer.trouble}`
  }
  return answer.result === 'unavailable' ? `sender: ${answer.trouble}` : answer.result
}

test.each([
  ['550 5.1.1 <a@example.org>: Recipient address rejected: User unknown', 'unknown address'],
  [
    '550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 x',
    'unknown address',
  ],
  ['553 5.1.2 We cannot find that domain', 'unknown address'],
  ['550 5.2.1 The user you are trying to contact is receiving mail too quickly', 'unknown address'],
  ['552 5.2.2 Over quota', 'mailbox full'],
  ['552 Mailbox size limit exceeded', 'mailbox full'],
  ['550 No such user here', 'unknown address'],
  ['550 Requested action not taken: mailbox unavailable', 'unknown address'],
  ['511 sorry, no mailbox here by that name (#5.1.1)', 'unknown address'],
])('%s is about the recipient', (reply, trouble) => {
  expect(outcome(reply)).toBe(`recipient: ${trouble}`)
  expect(outcome(reply, 'DATA')).toBe(`recipient: ${trouble}`)
})

test.each([
  [
    '550-5.4.5 Daily user sending limit exceeded. For more information, go to\n550 5.4.5 x',
    'sending limit',
  ],
  ['421 4.7.28 Gmail has detected an unusual rate of mail', 'sending limit'],
  ['550 5.7.0 Too many messages', 'sending limit'],
  ['450 4.7.1 Error: too much mail from 192.0.2.1', 'sending limit'],
  ['550 Domain has exceeded the max emails per hour', 'sending limit'],
  ['451 Rate limit reached, slow down', 'sending limit'],
  ['554 5.7.0 No', 'not let in'],
  ['554 5.7.1 <a@example.org>: Relay access denied', 'not let in'],
  ['550 5.7.64 TenantAttribution; Relay Access Denied', 'not let in'],
  ["553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", 'not let in'],
  ['550 relay not permitted', 'not let in'],
  ['530 5.7.57 Client not authenticated to send mail', 'not let in'],
  ['530 Authentication required', 'not let in'],
  ['535 5.7.139 Authentication unsuccessful', 'not let in'],
  ['538 Encryption required', 'not let in'],
  ['554 5.2.0 Submission refused', 'not let in'],
  ['550 5.3.0 No', 'not let in'],
  ['554 5.7.1 Client host blocked using zen.spamhaus.org', 'not let in'],
  ['550 5.7.60 Client does not have permissions to send as this sender', 'sender refused'],
  ['553 5.7.1 <us@example.org>: Sender address rejected: not owned by user', 'sender refused'],
  ['550 5.1.8 Sender domain not found', 'sender refused'],
  ["550 Verification failed: sender's mailbox is unknown", 'sender refused'],
])('%s is about the sender', (reply, trouble) => {
  expect(outcome(reply)).toBe(`sender: ${trouble}`)
  expect(outcome(reply, 'DATA')).toBe(`sender: ${trouble}`)
})

test.each([
  ['554 5.7.1 We think that this is spam', 'refused'],
  ['550 5.7.1 <limit@relay.example>: Not wanted', 'refused'],
  ['550 5.6.0 Lone CR or LF in the text', 'refused'],
  ['550 5.4.1 No answer from host', 'refused'],
  ['554 Transaction failed', 'refused'],
  ['503 5.5.1 Bad sequence of commands', 'refused'],
  ['450 4.7.1 Greylisted, please come back', 'not now'],
  ['450 4.2.1 The user is receiving mail at a rate that is too high', 'not now'],
  ['452 4.2.2 Over quota', 'mailbox full'],
])('%s ends no message, and alone proves nothing about the sender', (reply, trouble) => {
  expect(outcome(reply)).toBe(`unclear: ${trouble}`)
})

test.each([
  ['MAIL FROM', '550 5.5.4 Bad address', 'sender: sender refused'],
  ['MAIL FROM', '553 Not allowed', 'sender: sender refused'],
  ['MAIL FROM', '530 5.7.0 Authentication required', 'sender: not let in'],
  ['MAIL FROM', '451 4.3.0 Please wait', 'sender: not now'],
  ['AUTH PLAIN', '535 5.7.8 No', 'sender: not let in'],
  ['CONN', '554 5.7.1 No', 'sender: not let in'],
  ['CONN', '421 Busy', 'sender: not now'],
])('before the recipient, %s answered by %s is never about one message', (command, reply, is) => {
  expect(outcome(reply, command)).toBe(is)
})

test('the codes of a reply are kept, its words are not', () => {
  const reply = '550-5.1.1 <a@example.org> is unknown\n550 5.1.1 to us'
  expect(outcomeOfReply('RCPT TO', reply)).toMatchObject({ reply: '550 5.1.1' })
})
