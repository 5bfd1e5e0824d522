import type { FastifyRequest } from 'fastify'

import type { MessageCarrier } from '../../contract/message.ts'
import type { Engine } from '../database/engine.ts'
import type { Database } from '../database/tables.ts'
import type { Load } from '../http/load-shedding.ts'
import type { EmailSender } from '../services/messages/render-email.ts'
import type { Mail } from '../services/messages/mail.ts'
import type { RateLimiter } from '../services/rate-limits.ts'

/** What routes hand on to services. */
export interface AppContext {
  db: Database
  engine: Engine
  load: Load
  limiter: RateLimiter
  mail: Mail
  /** In whose name applicants are written to. */
  emailSender: EmailSender
  /** By what messages to applicants go. */
  carrier: MessageCarrier
  /** The folder of messages that no mail server took. */
  mailFolder: string
  /** Whether phones keep the application path for when they have no network. */
  offline: boolean
  /** The address under which people reach the site, without a slash at its end. */
  publicUrl: (request: FastifyRequest) => string
  /** The host of PUBLIC_URL, with its port; undefined where that is not set. */
  publicHost: string | undefined
}
