import { callLink } from '../../contract/phone-number.ts'

export function PhoneLink({ number }: { number: string }) {
  return (
    <a className="link" href={callLink(number)}>
      {number}
    </a>
  )
}
