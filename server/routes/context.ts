import type { FastifyRequest } from 'fastify'

import type { MessageCarrier } from '../../contract/message/message.ts'
import type { Engine } from '../database/engine.ts'
import type { Database } from '../database/tables.ts'
import type { Load } from '../http/load-shedding.ts'
import type { EmailSender } from '../services/messages/render-message.ts'
import type { Carrier } from '../services/messages/carrier.ts'
import type { Mail } from '../services/messages/mail.ts'
import type { ContentReader } from '../services/content/content-reader.ts'
import type { IntakeReader } from '../services/intakes/public-intakes.ts'
import type { DocumentStore } from '../services/documents/document-store.ts'
import type { SmsGateway } from '../services/sms/gateway.ts'
import type { RateLimiter } from '../services/rate-limiter.ts'
import type { Settings } from '../settings.ts'

/** What the routes need: the database, the settings and other parts of the server. */
export interface AppContext {
  db: Database
  engine: Engine
  settings: Settings
  load: Load
  limiter: RateLimiter
  mail: Mail
  /** Reads the foundation as the sender of messages to applicants. */
  emailSender: () => Promise<EmailSender>
  /** How e-mails to applicants are sent: by a mail server, or as files. */
  emailCarrierName: MessageCarrier
  /** The carrier of SMS to applicants; undefined if SMS are off. */
  smsCarrier: Carrier | undefined
  /** Undefined if no gateway sends the SMS. */
  smsGateway: SmsGateway | undefined
  /** The folders of all messages that are written to files. */
  messageFolders: string[]
  /** The content of the public pages. */
  content: ContentReader
  /** The intakes that the pages of applicants show. */
  intakes: IntakeReader
  /** The bytes of documents. */
  documentStore: DocumentStore
  /** The public URL of the site, without a trailing slash. */
  publicUrl: (request: FastifyRequest) => string
}
