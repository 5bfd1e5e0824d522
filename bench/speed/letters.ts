import type { IssuedLetter } from '../../server/services/letters/letters.ts'
import { streamLetters } from '../../server/services/letters/letter-pdf.ts'
import { quantity, type Figure, type Measure } from './figure.ts'

const count = 1000
const options = { language: 'en', publicUrl: 'https://foundation.example' } as const

/** One PDF of many letters: time and memory, without the database. */
export const letters: Measure = async () => {
  // V8's heap grows during the first file and stays so large. What is measured is what a file adds.
  const first = await read(count)
  globalThis.gc?.()
  const { seconds, growth, bytes } = await read(count)
  const figures: Figure[] = [
    {
      what: `${quantity(count)} letters as one PDF`,
      measured: `${quantity(count / seconds)} a second, ${quantity(bytes / count)} bytes each`,
      limit: '60 a second',
      value: count / seconds,
      target: 'letters',
    },
    {
      what: `memory that grows with ${quantity(count)} letters`,
      measured: `${quantity(growth)} MB; with the first file of a process ${quantity(first.growth)} MB`,
      limit: '60 MB',
      value: growth,
      target: 'letters memory',
    },
  ]
  return figures
}

/** Reads a PDF of this many letters, and measures by how many MB the memory grows at most. */
async function read(length: number) {
  const began = performance.now()
  const before = process.memoryUsage().rss
  let most = before
  let bytes = 0
  for await (const chunk of streamLetters(letter(0), madeUp(length), options)) {
    bytes += (chunk as Buffer).length
    most = Math.max(most, process.memoryUsage().rss)
  }
  const seconds = (performance.now() - began) / 1000
  return { seconds, growth: (most - before) / 1e6, bytes }
}

function* madeUp(length: number) {
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
    startsOn: '2027-01-04',
    endsOn: '2027-04-02',
    supervisor: 'Juma Sampuli',
  }
}
