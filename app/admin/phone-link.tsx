import { callLink } from '../../contract/phone-number.ts'

/** A phone number as typed, with a link that calls it. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <a className="link" href={callLink(number)}>
      {number}
    </a>
  )
}
