import { callLink } from '../../contract/phone-number.ts'

export function PhoneLink({ number }: { number: string }) {
  return (
    <a className="link py-1" href={callLink(number)}>
      {number}
    </a>
  )
}
