import type { Language } from '../../../contract/languages.ts'
import type { MessageKind } from '../../../contract/message.ts'
import type { DeclineReason } from '../../../contract/constants.ts'

/** Who writes, and where people reach them. */
export interface Foundation {
  name: string
  email: string
  phone: string
}

/** What the words of a message are made of. */
export interface Facts {
  /** Empty where it is no name that can stand in a letter. */
  firstName: string
  referenceId: string
  /** The address of the page that shows where an application stands; undefined where none is known. */
  statusPage: string | undefined
  foundation: Foundation
  decline: { reason: DeclineReason; message: string | null } | null
}

export interface Words {
  subject: string
  text: string
}

/** The words of a message. What is between paragraphs is an empty line. */
export function wordsOf(language: Language, kind: MessageKind, facts: Facts): Words {
  const { greeting, letters, ending } = texts[language]
  const { subject, paragraphs } = letters[kind](facts)
  const all = [greeting(facts), ...paragraphs, ending(facts), signature(facts)]
  return { subject, text: `${all.join('\n\n')}\n` }
}

interface Texts {
  greeting: (facts: Facts) => string
  letters: Record<MessageKind, (facts: Facts) => Letter>
  ending: (facts: Facts) => string
}

interface Letter {
  subject: string
  paragraphs: string[]
}

function signature({ foundation: { name, email, phone } }: Facts) {
  return `-- \n${name}\n${email}\n${phone}`
}

const english: Texts = {
  greeting: ({ firstName }) => (firstName ? `Hello ${firstName},` : 'Hello,'),
  letters: {
    received: (facts) => ({
      subject: `We have received your application ${facts.referenceId}`,
      paragraphs: [
        `thank you for applying for an industrial attachment at ${facts.foundation.name}. Your application has arrived. Its reference ID is:`,
        facts.referenceId,
        `Please keep it. With it, and the phone number or email address of your application, you can see where your application stands, get a copy of your answers, or withdraw, on this page:`,
        englishStatusPage(facts),
        `What happens next: our team reads every application. We write to this address as soon as there is a decision. Until then there is nothing for you to do.`,
      ],
    }),
    accepted: (facts) => ({
      subject: `Your application ${facts.referenceId} is accepted`,
      paragraphs: [
        `good news: we have accepted your application ${facts.referenceId} for an industrial attachment at ${facts.foundation.name}. Congratulations!`,
        `What happens next: we get in touch with you to agree on your first day and to tell you what to bring along. If your dates have changed, or you cannot come any more, please tell us soon by replying to this message.`,
        `You can always see where your application stands on this page:`,
        englishStatusPage(facts),
      ],
    }),
    revoked: (facts) => ({
      subject: `Your application ${facts.referenceId} is not accepted at the moment`,
      paragraphs: [
        `we told you that your application ${facts.referenceId} was accepted. We have had to take this back: your application is not accepted at the moment. We are sorry for this change.`,
        `What happens next: this page shows where your application stands now, and what follows.`,
        englishStatusPage(facts),
        `If you would like to know more, please reply to this message.`,
      ],
    }),
    declined: (facts) => ({
      subject: `A decision on your application ${facts.referenceId}`,
      paragraphs: [
        `thank you for your interest in an industrial attachment at ${facts.foundation.name}, and for the work that you put into your application ${facts.referenceId}. We are sorry that we cannot offer you a place this time.`,
        ...(facts.decline ? [englishReasons[facts.decline.reason]] : []),
        ...(facts.decline?.message ? [facts.decline.message] : []),
        `What happens next: this application is closed, and you need not do anything. You are welcome to apply again.`,
        `You can always see where your application stands on this page:`,
        englishStatusPage(facts),
      ],
    }),
    undeclined: (facts) => ({
      subject: `Your application ${facts.referenceId} is not declined`,
      paragraphs: [
        `we told you that we cannot offer you a place for your application ${facts.referenceId}. We have taken this decision back, and are sorry for the confusion.`,
        `What happens next: this application stays closed. It is in our archive, and nobody is deciding on it. If you still expect an answer from us, please reply to this message. You are welcome to apply again.`,
        `You can always see where your application stands on this page:`,
        englishStatusPage(facts),
      ],
    }),
    'brought back': (facts) => ({
      subject: `Your application ${facts.referenceId} is open again`,
      paragraphs: [
        `your application ${facts.referenceId} for an industrial attachment at ${facts.foundation.name} was closed. We have opened it again and look at it once more.`,
        `What happens next: we write to this address as soon as there is a decision. Until then there is nothing for you to do.`,
        `You can always see where your application stands on this page:`,
        englishStatusPage(facts),
      ],
    }),
    withdrawn: (facts) => ({
      subject: `You have withdrawn your application ${facts.referenceId}`,
      paragraphs: [
        `as you asked, your application ${facts.referenceId} for an industrial attachment at ${facts.foundation.name} is withdrawn. We will not look at it any more.`,
        `If this was not you, or if you have changed your mind, please reply to this message soon: we can open it again. You are also welcome to apply anew.`,
      ],
    }),
  },
  ending: ({ foundation: { phone } }) =>
    `This message was written by our system; a reply reaches our team, and so does a call to ${phone}. If you have not applied, somebody has typed your address by mistake: please tell us.`,
}

/** In full sentences, as an applicant is told. */
const englishReasons: Record<DeclineReason, string> = {
  'no-place': 'The reason: the department that you chose has no place left.',
  documents: 'The reason: documents are missing, or we could not open them.',
  requirements: 'The reason: the requirements of the course are not met.',
  dates: 'The reason: your dates and ours do not fit together.',
  late: 'The reason: your application reached us after the time for it.',
  duplicate:
    'The reason: you have applied more than once. Your other application is not touched by this.',
  other: 'It was not possible this time.',
}

const kiswahili: Texts = {
  greeting: ({ firstName }) => (firstName ? `Habari ${firstName},` : 'Habari,'),
  letters: {
    received: (facts) => ({
      subject: `Tumepokea maombi yako ${facts.referenceId}`,
      paragraphs: [
        `asante kwa kutuma maombi ya mafunzo kazini (attachment) katika ${facts.foundation.name}. Maombi yako yametufikia. Nambari yake ya kumbukumbu ni:`,
        facts.referenceId,
        `Tafadhali itunze. Ukiwa nayo, pamoja na nambari ya simu au barua pepe uliyoandika kwenye maombi, unaweza kuona maombi yako yamefikia wapi, kupata nakala ya majibu yako, au kuyaondoa, katika ukurasa huu:`,
        kiswahiliStatusPage(facts),
        `Kitakachofuata: timu yetu husoma maombi yote. Tutakuandikia kwa anwani hii mara tu uamuzi utakapofanywa. Hadi wakati huo hakuna unachohitaji kufanya.`,
      ],
    }),
    accepted: (facts) => ({
      subject: `Maombi yako ${facts.referenceId} yamekubaliwa`,
      paragraphs: [
        `habari njema: tumeyakubali maombi yako ${facts.referenceId} ya mafunzo kazini (attachment) katika ${facts.foundation.name}. Hongera!`,
        `Kitakachofuata: tutawasiliana nawe ili tukubaliane siku yako ya kwanza na kukueleza uje na nini. Ikiwa tarehe zako zimebadilika, au huwezi kuja tena, tafadhali tujulishe mapema kwa kujibu ujumbe huu.`,
        `Wakati wowote unaweza kuona maombi yako yamefikia wapi katika ukurasa huu:`,
        kiswahiliStatusPage(facts),
      ],
    }),
    revoked: (facts) => ({
      subject: `Kwa sasa maombi yako ${facts.referenceId} hayajakubaliwa`,
      paragraphs: [
        `tulikueleza kwamba maombi yako ${facts.referenceId} yamekubaliwa. Imetubidi kubatilisha uamuzi huo: kwa sasa maombi yako hayajakubaliwa. Samahani kwa mabadiliko haya.`,
        `Kitakachofuata: ukurasa huu unaonyesha maombi yako yamefikia wapi sasa, na kitakachofuata.`,
        kiswahiliStatusPage(facts),
        `Ukitaka kujua zaidi, tafadhali jibu ujumbe huu.`,
      ],
    }),
    declined: (facts) => ({
      subject: `Uamuzi kuhusu maombi yako ${facts.referenceId}`,
      paragraphs: [
        `asante kwa kutaka kufanya mafunzo kazini (attachment) katika ${facts.foundation.name}, na kwa juhudi ulizoweka katika maombi yako ${facts.referenceId}. Samahani, safari hii hatuwezi kukupa nafasi.`,
        ...(facts.decline ? [kiswahiliReasons[facts.decline.reason]] : []),
        ...(facts.decline?.message ? [facts.decline.message] : []),
        `Kitakachofuata: maombi haya yamefungwa, na hakuna unachohitaji kufanya. Unakaribishwa kutuma maombi tena.`,
        `Wakati wowote unaweza kuona maombi yako yamefikia wapi katika ukurasa huu:`,
        kiswahiliStatusPage(facts),
      ],
    }),
    undeclined: (facts) => ({
      subject: `Maombi yako ${facts.referenceId} hayajakataliwa`,
      paragraphs: [
        `tulikueleza kwamba hatuwezi kukupa nafasi kwa maombi yako ${facts.referenceId}. Tumebatilisha uamuzi huo, na samahani kwa mkanganyiko huu.`,
        `Kitakachofuata: maombi haya yanabaki yamefungwa. Yako kwenye hifadhi yetu ya nyaraka, na hakuna anayeyafanyia uamuzi. Ikiwa bado unasubiri jibu kutoka kwetu, tafadhali jibu ujumbe huu. Unakaribishwa kutuma maombi tena.`,
        `Wakati wowote unaweza kuona maombi yako yamefikia wapi katika ukurasa huu:`,
        kiswahiliStatusPage(facts),
      ],
    }),
    'brought back': (facts) => ({
      subject: `Maombi yako ${facts.referenceId} yamefunguliwa tena`,
      paragraphs: [
        `maombi yako ${facts.referenceId} ya mafunzo kazini (attachment) katika ${facts.foundation.name} yalikuwa yamefungwa. Tumeyafungua tena na tunayaangalia upya.`,
        `Kitakachofuata: tutakuandikia kwa anwani hii mara tu uamuzi utakapofanywa. Hadi wakati huo hakuna unachohitaji kufanya.`,
        `Wakati wowote unaweza kuona maombi yako yamefikia wapi katika ukurasa huu:`,
        kiswahiliStatusPage(facts),
      ],
    }),
    withdrawn: (facts) => ({
      subject: `Umeondoa maombi yako ${facts.referenceId}`,
      paragraphs: [
        `kama ulivyotaka, maombi yako ${facts.referenceId} ya mafunzo kazini (attachment) katika ${facts.foundation.name} yameondolewa. Hatutayaangalia tena.`,
        `Ikiwa si wewe uliyeyaondoa, au umebadili nia, tafadhali jibu ujumbe huu mapema: tunaweza kuyafungua tena. Pia unakaribishwa kutuma maombi upya.`,
      ],
    }),
  },
  ending: ({ foundation: { phone } }) =>
    `Ujumbe huu umetumwa na mfumo wetu; jibu lako litaifikia timu yetu, na pia unaweza kupiga simu ${phone}. Ikiwa hukutuma maombi, mtu ameandika anwani yako kimakosa: tafadhali tujulishe.`,
}

const kiswahiliReasons: Record<DeclineReason, string> = {
  'no-place': 'Sababu: idara uliyoichagua haina nafasi iliyobaki.',
  documents: 'Sababu: kuna hati zinazokosekana, au hatukuweza kuzifungua.',
  requirements: 'Sababu: masharti ya kozi hayajatimizwa.',
  dates: 'Sababu: tarehe zako na zetu hazilingani.',
  late: 'Sababu: maombi yako yalitufikia baada ya muda wake kupita.',
  duplicate:
    'Sababu: ulituma maombi zaidi ya mara moja. Maombi yako mengine hayaguswi na uamuzi huu.',
  other: 'Safari hii haikuwezekana.',
}

const texts: Record<Language, Texts> = { en: english, sw: kiswahili }

function englishStatusPage({ statusPage: address }: Facts) {
  return address ?? '“Where your application stands”, on our website'
}

function kiswahiliStatusPage({ statusPage: address }: Facts) {
  return address ?? '“Maombi yako yamefikia wapi”, kwenye tovuti yetu'
}
