import { expect, test } from 'vitest'

import { oneTimeLinkOf } from '../../contract/message/one-time-links.ts'
import { languages } from '../../contract/language/languages.ts'
import { templateKinds } from '../../contract/message/message.ts'
import { messageRenderer } from '../../server/services/messages/render-message.ts'
import { emailSenderOf } from '../../server/email-setup.ts'
import { readSettings } from '../../server/settings.ts'
import { contentReader } from '../../server/services/content/content-reader.ts'
import { newEditableRecord } from '../../server/services/ids.ts'
import { addMadeUpApplications, startApi } from '../support/api.ts'
import { dayIn } from '../support/intakes.ts'

const { db } = await startApi()
const settings = readSettings({ PUBLIC_URL: 'https://example.org' })
const render = messageRenderer(emailSenderOf(settings, contentReader(db)))

/** Answers that must not be in an SMS. Made-up ones might be words of the texts. */
const secrets = {
  middle_name: 'Mzuri-middle',
  last_name: 'Mwangi-last',
  email: 'zawadi.private@example.org',
  phone_number: '0712 345 678',
  about_yourself: 'I repair radios',
  declined_message: 'Your documents were blurred',
}

test.each(languages)(
  'an SMS (%s) says nothing about a person but first name, reference and link',
  async (language) => {
    const [row] = await addMadeUpApplications(db, 1, () => ({
      ...secrets,
      language,
      first_name: 'Zawadi',
      is_accepted: false,
      is_archived: true,
      declined_reason: 'documents',
      declinedAt: new Date().toISOString(),
    }))
    const { _id: attachment, referenceId, institution, course, department } = row!
    const placement = {
      ...newEditableRecord(),
      attachment,
      department,
      startsOn: dayIn(3),
      endsOn: dayIn(90),
      supervisor: null,
      supervisorName: 'Fatma Ali',
      supervisorPhone: '0722 000 111',
      brokenOffOn: null,
      brokenOffReason: null,
    }
    await db.insertInto('placements').values(placement).execute()
    const names = await Promise.all([
      db.selectFrom('institutions').select('name').where('_id', '=', institution).execute(),
      db.selectFrom('courses').select('name').where('_id', '=', course).execute(),
      db.selectFrom('departments').select('name').where('_id', '=', department).execute(),
    ])
    const forbidden = [
      ...Object.values(secrets),
      ...names.flat().map(({ name }) => name),
      '345678',
      'Fatma',
      '0722',
      'blurred',
    ]
    expect(forbidden).toHaveLength(13)

    for (const kind of templateKinds) {
      const message = { attachment, kind, about: null, transport: 'sms' as const }
      const sms = await render(db, message, oneTimeLinkOf(kind) ? 'x'.repeat(43) : undefined)

      expect(sms).toMatchObject({ to: '+254712345678', subject: '' })
      const { text } = sms!
      expect(text).toMatch(/^SYF: Zawadi, /)
      const short = oneTimeLinkOf(kind)?.shortPath('en', 'xxx') ?? `/s/${referenceId}`
      expect(text).toContain(short)
      expect(forbidden.filter((value) => text.toLowerCase().includes(value.toLowerCase()))).toEqual(
        [],
      )
    }
  },
)
