import { type RefObject, useState } from 'react'

import { type Language, languages } from '../../../../contract/language/languages.ts'
import {
  messageDeclarations,
  type MessageKind,
  type SmsStatus,
} from '../../../../contract/message/message.ts'
import type { SmsSender } from '../../../../contract/message/sms.ts'
import type { MessageTemplate } from '../../../../contract/message/template.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogBody, DialogClose, DialogFooter } from '../../../ui/dialog.tsx'
import { GuardedDialog } from '../../editing/edit-dialog.tsx'
import { TextForm } from './text-form.tsx'

interface TextDialogProps {
  kind: MessageKind
  /** Null: the texts for everywhere. */
  intake: string | null
  /** The name of the intake, or 'everywhere'. */
  place: string
  texts: Record<Language, MessageTemplate>
  sms: SmsStatus | undefined
  sender: SmsSender
  onClose: () => void
}

/** The texts of one message in both languages, side by side. Each language is saved by itself. */
export function TextDialog({ kind, place, texts, onClose, ...shared }: TextDialogProps) {
  const [forms] = useState(editedForms)
  return (
    <GuardedDialog
      title={`${messageDeclarations[kind].label}: text for ${place}`}
      description="Our greeting stands before the text, and our names and contacts after it. The SMS follows the first name."
      className="max-w-6xl"
      edited={forms.edited}
      onClose={onClose}
    >
      <DialogBody className="grid items-start gap-8 lg:grid-cols-2">
        {languages.map((language) => (
          <TextForm
            key={language}
            text={texts[language]}
            onEditor={(edited) => forms.add(language, edited)}
            {...shared}
          />
        ))}
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Close</Button>
        </DialogClose>
      </DialogFooter>
    </GuardedDialog>
  )
}

/** The forms of a dialog. `edited` is true while any of them has unsaved edits. */
function editedForms() {
  const forms = new Map<Language, RefObject<boolean>>()
  return {
    add: (language: Language, edited: RefObject<boolean>) => {
      forms.set(language, edited)
    },
    edited: {
      get current() {
        return [...forms.values()].some((edited) => edited.current)
      },
      set current(value) {
        for (const edited of forms.values()) edited.current = value
      },
    },
  }
}
