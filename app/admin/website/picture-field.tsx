import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { api } from '../../../contract/api.ts'
import { largestPicture } from '../../../contract/constants.ts'
import type { CollectionName } from '../../../contract/content/collections.ts'
import type { ContentPicture, FieldOf } from '../../../contract/content/fields.ts'
import { sentenceOf } from '../../api/call.ts'
import { request } from '../../api/session.ts'
import type { FieldGroup } from '../../forms/fields.tsx'
import { Field, fieldControl, Label } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { partOf, stillSending } from './item-values.ts'
import { readPicture, type ChosenPicture } from './read-picture.ts'

/** The slider's last move is sent after this time (ms). */
const pause = 500

interface PictureFieldProps extends FieldGroup<never> {
  collection: CollectionName
  name: string
  field: FieldOf<'picture'>
}

/** Control for a picture: the file, the part that stays in the frame, and the alternative text. */
export function PictureField(props: PictureFieldProps) {
  const { collection, name, field, labels, defaults, errors } = props
  const { chosen, focus, picture, isSending, failure, choose, move } = usePicture(props)
  const stored = defaults[name] as ContentPicture | null | undefined
  const hint = `JPEG, PNG or WebP, up to 20 MB. It is cropped to ${field.width} × ${field.height} pixels.`
  const error = failure ?? errors[name]
  const shown = chosen?.url ?? picture?.src
  const position = `${100 * focus.x}% ${100 * focus.y}%`
  return (
    <fieldset className="min-w-0 space-y-4 rounded-md border border-line p-4">
      <legend className="px-1 font-semibold">{labels[name]}</legend>
      {shown ? (
        <img
          src={shown}
          alt=""
          className="w-full max-w-xs rounded-sm object-cover"
          style={{ aspectRatio: `${field.width} / ${field.height}`, objectPosition: position }}
        />
      ) : null}
      <Field id={name} label={`${labels[name]}: file`} hint={hint} error={error}>
        <Input
          {...fieldControl({ id: name, hint, error })}
          name={name}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="py-2"
          onChange={(event) => void choose(event.target.files?.[0])}
        />
      </Field>
      {chosen ? (
        <div>
          <Label htmlFor={`${name}-focus`}>Crop</Label>
          <input
            id={`${name}-focus`}
            type="range"
            min={0}
            max={100}
            value={Math.round(100 * focus[chosen.axis])}
            aria-valuetext={`${Math.round(100 * focus[chosen.axis])} % from the ${chosen.axis === 'x' ? 'left' : 'top'}`}
            className="mt-1.5 h-11 w-full max-w-xs accent-lagoon-800"
            onChange={(event) => move(Number(event.target.value) / 100)}
          />
        </div>
      ) : null}
      <output className="flex items-center gap-2 text-sm text-muted empty:hidden">
        {isSending ? (
          <>
            <Spinner /> Sending the picture …
          </>
        ) : null}
      </output>
      <AlternativeText name={name} text={stored?.alt} collection={collection} />
      <input
        type="hidden"
        name={partOf(name, 'src')}
        value={isSending ? stillSending : (picture?.src ?? '')}
      />
      <input type="hidden" name={partOf(name, 'width')} value={picture?.width ?? ''} />
      <input type="hidden" name={partOf(name, 'height')} value={picture?.height ?? ''} />
    </fieldset>
  )
}

interface AlternativeTextProps {
  name: string
  text: string | undefined
  collection: CollectionName
}

function AlternativeText({ name, text = '', collection }: AlternativeTextProps) {
  const id = partOf(name, 'alt')
  const isPerson = collection === 'team' || collection === 'testimonials'
  const hint = `For people who cannot see the picture, such as “${isPerson ? 'Amina, smiling' : 'Drummers on the sea wall at night'}”.`
  return (
    <Field id={id} label="Description of the picture" hint={hint}>
      <Input
        {...fieldControl({ id, hint, error: undefined })}
        name={id}
        maxLength={300}
        autoComplete="off"
        defaultValue={text}
      />
    </Field>
  )
}

/** Sends a chosen file at once, and again when the user shows another part of it. */
function usePicture({ collection, name, field, defaults }: PictureFieldProps) {
  const [picture, setPicture] = useState(defaults[name] as Omit<ContentPicture, 'alt'> | null)
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  const [focus, setFocus] = useState(middle)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const upload = useMutation({
    mutationFn: ({ bytes, focus: part }: { bytes: string; focus: typeof middle }) =>
      request(api.content.uploadPicture, { body: { collection, field: name, bytes, focus: part } }),
  })

  /** Only the latest file and part count. */
  async function send({ bytes }: ChosenPicture, part: typeof middle, number: number) {
    try {
      const stored = await upload.mutateAsync({ bytes, focus: part })
      if (number === latest.current) setPicture(stored)
    } catch (error) {
      if (number === latest.current) fail(sentenceOf(error, 'The picture could not be sent.'))
    }
    if (number === latest.current) setSending(false)
  }

  function fail(sentence: string) {
    setFailure(sentence)
    setChosen(null)
    setSending(false)
  }

  async function choose(file: File | undefined) {
    clearTimeout(timer.current)
    const number = ++latest.current
    setFailure(undefined)
    setChosen(null)
    setSending(file !== undefined)
    if (!file) return
    if (file.size > largestPicture) return fail('Use a picture of up to 20 MB.')
    const read = await readPicture(file, field).catch(() => null)
    if (number !== latest.current) return
    if (!read) return fail('This file is not a picture that we can read.')
    setChosen(read)
    setFocus(middle)
    await send(read, middle, number)
  }

  function move(part: number) {
    if (!chosen) return
    const next = { ...middle, [chosen.axis]: part }
    const number = ++latest.current
    setFocus(next)
    setSending(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void send(chosen, next, number), pause)
  }

  return { chosen, focus, picture, isSending, failure, choose, move }
}

const middle = { x: 0.5, y: 0.5 }
