import { useMemo, useRef, useState } from 'react'

import { api } from '../../../../contract/api.ts'
import { languageNames } from '../../../../contract/language/languages.ts'
import type { SmsSender } from '../../../../contract/message/sms.ts'
import { type MessageTemplate, templateTexts } from '../../../../contract/message/template.ts'
import type { TemplateRules } from '../../../../contract/message/template-check.ts'
import { request } from '../../../api/session.ts'
import { focusInvalid } from '../../editing/first-invalid.ts'
import { useEditor } from '../../editing/use-editor.ts'
import { asConflictOfTexts, toRecord } from './text-record.ts'

/** The editor of one text, which stays open after a save. `stored` is the text as it was saved last. */
export function useTextEditor(opened: MessageTemplate, intake: string | null, sender: SmsSender) {
  const { kind, language, ours } = opened
  const [stored, setStored] = useState(opened)
  const saved = useRef(opened)
  const rules: TemplateRules = useMemo(
    () => ({ kind, language, ours, sender }),
    [kind, language, ours, sender],
  )
  const schema = useMemo(() => templateTexts(rules), [rules])
  const editor = useEditor({
    schema,
    record: toRecord(opened, intake),
    toValues: (record) => {
      const { subject, body, sms } = record as unknown as MessageTemplate
      return { subject, body, sms }
    },
    save: async (answers, read) => {
      saved.current = await request(api.messageTemplates.save, {
        params: { kind, language },
        body: { ...answers, intake, updatedAt: read?.updatedAt || null },
      }).catch(asConflictOfTexts(intake))
    },
    saved: `${languageNames[language]} text saved`,
    failed: 'Failed to save the text',
    onSaved: () => goOnFrom(saved.current),
    onRefused: focusInvalid,
  })

  /** Goes on from a text that is stored now. */
  function goOnFrom(text: MessageTemplate) {
    editor.goOnFrom(toRecord(text, intake))
    setStored(text)
  }

  return { editor, rules, schema, stored, goOnFrom }
}
