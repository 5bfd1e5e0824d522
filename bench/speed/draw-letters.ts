import { contactTexts } from '../../content/contact.ts'
import { streamLetters } from '../../server/services/letters/letter-pdf.ts'
import type { IssuedLetter } from '../../server/services/letters/letters.ts'

/** Draws letters as one PDF, for letters.ts, which runs this as a process of its own. */

export interface LettersDrawn {
  seconds: number
  /** Growth of the resident memory, in MB. */
  growth: number
  bytes: number
}

const options = {
  language: 'en',
  publicUrl: 'https://foundation.example',
  contact: contactTexts,
} as const

// The first letter loads the code.
await draw(1)
process.stdout.write(JSON.stringify(await draw(Number(process.argv[2]))))

async function draw(length: number): Promise<LettersDrawn> {
  const began = performance.now()
  const before = process.memoryUsage.rss()
  let [most, bytes] = [before, 0]
  for await (const chunk of streamLetters(letter(0), letters(length), options)) {
    bytes += (chunk as Buffer).length
    most = Math.max(most, process.memoryUsage.rss())
  }
  const seconds = (performance.now() - began) / 1000
  return { seconds, growth: (most - before) / 1024 ** 2, bytes }
}

function* letters(length: number) {
  for (let index = 0; index < length; index++) yield letter(index)
}

function letter(index: number): IssuedLetter {
  return {
    code: `7K3-Q9M-2XA-${String(index % 1000).padStart(3, '0')}`,
    kind: 'acceptance',
    issuedOn: '2026-11-25',
    middleName: null,
    firstName: 'Zawadi',
    lastName: 'Mwangi',
    institution: 'Technical University of Mombasa',
    department: 'Tech & Engineering',
    ownPapers: [],
    department_sw: 'Teknolojia na Uhandisi',
    startsOn: '2027-01-04',
    endsOn: '2027-04-02',
    supervisor: 'Juma Sampuli',
  }
}
