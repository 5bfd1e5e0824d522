// The texts describe this software (server/database/tables.ts, server/services/cleanup.ts,
// server/http/request-log.ts): change them together. The retention periods for staff are a
// proposal. A lawyer has to check the page before use.
import { site } from './site.ts'
import type { TextSection } from './types.ts'

export interface LegalPage {
  title: string
  path: string
  lead: string
  contents: string
  sections: TextSection[]
}

export const terms: LegalPage = {
  title: 'Terms of Service',
  path: '/terms',
  lead: 'What you can expect of this site, and what we ask of you. In force since 1 September 2025.',
  contents: 'On this page',
  sections: [
    {
      id: 'who-we-are',
      title: 'Who we are',
      blocks: [
        `${site.name}, ${site.address.join(', ')}, runs this site. It tells about our programs and takes applications for industrial attachments. By using it you agree to these terms; if you do not, please write or come to us instead.`,
      ],
    },
    {
      id: 'what-costs-money',
      title: 'What costs money',
      blocks: [
        'Nothing here. Reading is free, applying is free, and nobody may ask you for a fee in our name for a course, an attachment or a job. If somebody does, tell us.',
        'The donation page shows a confirmation but takes no payment.',
      ],
    },
    {
      id: 'your-application',
      title: 'Your application',
      blocks: [
        {
          list: [
            'Apply for yourself, with answers that are true and documents that are yours.',
            'The links to your resume and cover letter must stay open to us until we have decided.',
            'A reference ID confirms that we received your application, not that we accept it.',
            'We decide by your answers, the places in the department and what your institution requires. We tell you either way.',
            'You can withdraw at any time, on the page that shows where your application stands.',
          ],
        },
        'An attachment itself has an agreement of its own between you, your institution and us.',
      ],
    },
    {
      id: 'fair-use',
      title: 'Fair use',
      blocks: [
        'Please do not try to get at other people’s data, to send applications by a program, or to disturb the site for others. There are limits to how often the same network or e-mail address can send something; whoever meets them by accident can try again a little later.',
      ],
    },
    {
      id: 'what-is-ours',
      title: 'What is ours and what is yours',
      blocks: [
        'Texts, drawings and patterns on this site belong to us or to those we name. You may quote and share them with our name beside them. What you write in your application stays yours; we use it only to decide on it.',
      ],
    },
    {
      id: 'other-sites',
      title: 'Links to other sites',
      blocks: [
        'Links marked as opening in a new tab lead to sites that others run, under their own terms. Nothing is loaded from them before you choose to.',
      ],
    },
    {
      id: 'no-promises',
      title: 'What we cannot promise',
      blocks: [
        'We keep this site correct and reachable as well as a small team can. Dates and places can change; what we confirm to you in person counts. The law of Kenya applies, and nothing here takes away rights that it gives you.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      blocks: [
        'When these terms change, the date at the top changes with them. For an application the terms of the day on which you sent it count.',
        `Questions: ${site.email} or ${site.phone.shown}.`,
      ],
    },
  ],
}

export const privacy: LegalPage = {
  title: 'Privacy Policy',
  path: '/privacy',
  lead: 'What we know about you, what for, who sees it and for how long. Written under Kenya’s Data Protection Act, 2019.',
  contents: 'On this page',
  sections: [
    {
      id: 'responsible',
      title: 'Who is responsible',
      blocks: [
        `${site.name}, ${site.address.join(', ')}, is the data controller. For everything about your data write to ${site.email} or call ${site.phone.shown}.`,
      ],
    },
    {
      id: 'reading',
      title: 'When you only read',
      blocks: [
        'We count no visitors and load nothing from other companies. The only cookie that we set remembers for a year which language you chose, if you chose one; it holds nothing else. For each request the server notes which page was asked for, how it was answered and how long that took; not your address, and not your browser.',
        'The live map and the documentary come from other sites, and only once you ask for them. Those sites then see your address. The donation page sends and stores nothing.',
      ],
    },
    {
      id: 'applying',
      title: 'When you apply for an attachment',
      blocks: [
        'We store exactly what you send with the form:',
        {
          list: [
            'Your names, phone number, e-mail address, gender, date of birth and where you live',
            'Your institution, course and year of study, when you expect to graduate, the department you choose, when you can start and whether you can come to our house',
            'Your three statements: about yourself, on community engagement and on your understanding of our work',
            'The links to your resume, cover letter, LinkedIn and, if you give it, GitHub. We store the links, not the documents',
            'That you agreed to the terms, whether we may send you news, and to which words beside the button you agreed by sending, and when',
            'In which language you applied, so that we answer you in it',
            'The reference ID, when you applied, when the entry was last changed, and what was decided',
            'Which messages we sent you and when; their words for 90 days',
          ],
        },
        'Until you send it, what you type is only on your phone or computer: the form keeps it there, in the storage of your browser for this site, so that a dead battery or a lost network costs you nothing. It goes when the application is received, when you choose “Clear my answers” or “Discard it”, or when you have not touched it for 60 days and open the form again; what waits for network stays until it is sent or you discard it. After sending only the reference ID and the day stay there, until you remove them, for 60 days at most. Whoever uses the same browser can see all of this. The pages of the application are kept there, too, so that they open without network; nothing of you is in them.',
        'A text made of your names, contacts, institution, course and department lets our staff find your application. It changes and disappears with it.',
        'So that a form sent twice on a bad line counts once, we keep the random key of the page, a fingerprint of the answers (SHA-256) and the reference ID. To hold off floods we count how often something is sent: under a scrambled form (a hash) of your network address and your e-mail address. When you look up where your application stands, we count failed tries in the same way, under its reference ID, too, and keep for 30 days from which network, again as a hash, it was seen.',
      ],
    },
    {
      id: 'why',
      title: 'What for, and on what grounds',
      blocks: [
        'We use your application to decide on it, to reach you about it, and to prepare your attachment with your institution. The ground is your consent when you send it, and the steps you ask us to take before an agreement (section 30 of the Act). News you get only if you ticked the box. We do not sell data, decide nothing automatically, and build no profiles.',
        'Gender and age are asked because our programs report, in totals without names, whom they reach; the phone number and e-mail address, to reach you about your application; where you live, to see how far you would travel to us.',
      ],
    },
    {
      id: 'who-sees-it',
      title: 'Who sees it',
      blocks: [
        'Our administrators: a handful of staff, each with an account of their own. They can read, change, export, delete and erase applications. Your institution learns whether you were accepted. Otherwise we pass data on only where the law obliges us to.',
        'Our own server and its backups hold the data, and our mail server carries what we write to you; we run no analytics and no advertising on it.',
      ],
    },
    {
      id: 'how-long',
      title: 'How long we keep it',
      blocks: [
        {
          list: [
            'Applications: those not accepted at the latest twelve months after you applied, accepted ones two years after the attachment ended. Our staff remove them, or the system does where they have set a period for it: so many months after the last change, in the night that follows',
            'Counts: when an application is erased, by you or by its time, the numbers of applications for its institution, course, department and day stay, each by itself and without anything of you',
            'Keys and fingerprints of submissions: 90 days, then deleted by the system',
            'Counters against floods: 15 minutes to one hour; from which network an application was seen, as a hash: 30 days',
            'Backups: they hold what was erased until they run out, at the latest three months later; when one must be used, what was erased since it was made is erased again',
          ],
        },
        'A history for accountability notes who of the staff changed which fields of which entry, and when; it holds no values and names no applicant. When you are erased it forgets which entry it was: what stays is that something was done, when and by whom.',
      ],
    },
    {
      id: 'staff',
      title: 'If you have an account with us',
      blocks: [
        'For staff we store name, e-mail address, role and a password as an Argon2id hash. A sign-in is kept as a hash with the kind of browser and the times of its first and last use; it ends after 12 hours without use and after 7 days in any case. Its key is in the storage of your browser until you log out.',
      ],
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      blocks: [
        'You may know what we hold about you, get a copy as a file, have mistakes corrected, object, withdraw your consent, and have your data erased (sections 26 and 40 of the Act): erased for good, from the database and its file.',
        'Where your application stands you see at any time under /industrial-attachment/status, with your reference ID and your phone number or e-mail address. There you also get a copy of your answers, and can withdraw. For everything else send us your reference ID from the e-mail address you applied with, or come by. We answer within seven days and it costs nothing.',
        'If our answer does not satisfy you, you can complain to the Office of the Data Protection Commissioner in Nairobi.',
      ],
    },
    {
      id: 'safety',
      title: 'How we protect it',
      blocks: [
        'The site is meant to be reached over an encrypted connection. Passwords and sign-in keys are stored only as hashes. Every sign-in, export and deletion is in the history. If something leaks that could harm you, we tell the Commissioner within 72 hours, and you as soon as we can.',
      ],
    },
  ],
}
