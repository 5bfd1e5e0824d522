import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

import type { IntakeQuestion } from '../../../contract/intake/intake-questions.ts'

const brotli = promisify(brotliCompress)

/**
 * Bytes that the questions add to the page of the form, compressed, in the longer language. Only their ids
 * and texts count: what stands around them is the same for each question and compresses well.
 */
export async function sectionSize(questions: readonly IntakeQuestion[]) {
  const shown = questions.filter(({ when, stopped }) => when === 'applying' && !stopped)
  const texts = [textsOf(shown, inEnglish), textsOf(shown, inKiswahili)]
  const compressed = await Promise.all(texts.map((text) => brotli(text)))
  return Math.max(...compressed.map(({ length }) => length))
}

type Choose = (english: string | null, kiswahili: string | null) => string

const inEnglish: Choose = (english) => english ?? ''
const inKiswahili: Choose = (english, kiswahili) => kiswahili ?? english ?? ''

function textsOf(questions: readonly IntakeQuestion[], choose: Choose) {
  const lines = questions.flatMap(({ _id, label, label_sw, hint, hint_sw, options }) => [
    _id,
    choose(label, label_sw),
    choose(hint, hint_sw),
    ...options.flatMap((option) => [
      option._id,
      choose(option.label, option.label_sw),
      option.followUp ? choose(option.followUp.label, option.followUp.label_sw) : '',
    ]),
  ])
  return lines.join('\n')
}
