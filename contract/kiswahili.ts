import { consentInEnglish } from './consent-wordings.ts'

/**
 * The Kiswahili dictionary of the application pages, by the English sentence in the code. `{name}`
 * is a placeholder. docs/kiswahili.md lists the terms. Sentences of the server alone are in
 * kiswahili-server.ts, so that no phone loads them.
 */
export const kiswahili = {
  // On every page
  Language: 'Lugha',
  '(opens in a new tab)': '(hufunguka kwenye kichupo kipya)',
  'Unexpected Application Error!': 'Hitilafu Isiyotarajiwa!',
  'If you tell us of it, please add this number:': 'Ukitujulisha, tafadhali taja nambari hii:',
  'Return to Home': 'Rudi Mwanzo',
  'Terms of Service': 'Masharti ya Huduma',
  'Privacy Policy': 'Sera ya Faragha',

  // The application form
  'Industrial Attachment Application': 'Maombi ya Mafunzo Kazini (Attachment)',
  'It takes about fifteen minutes. Have the links to your resume and cover letter ready. Every question needs an answer unless it is marked (optional).':
    'Huchukua takriban dakika kumi na tano. Andaa viungo vya wasifu wako (CV) na barua yako ya maombi. Kila swali linahitaji jibu isipokuwa lililoandikwa (si lazima).',
  '(optional)': '(si lazima)',
  'Loading Application Form...': 'Fomu ya Maombi Inapakiwa...',
  'Failed to load form data. Please refresh the page.':
    'Data ya fomu haikupakiwa. Tafadhali pakia ukurasa upya.',
  'The form could not be prepared just now. Please refresh the page in a minute.':
    'Fomu haikuweza kutayarishwa kwa sasa. Tafadhali pakia ukurasa upya baada ya dakika moja.',
  'Personal Information': 'Taarifa Binafsi',
  'Academic Information': 'Taarifa za Masomo',
  'Documents & Availability': 'Nyaraka na Tarehe ya Kuanza',
  'Personal Statements': 'Maelezo Yako',
  'Professional Links': 'Viungo vya Kitaaluma',
  Agreements: 'Makubaliano',
  'First name': 'Jina la kwanza',
  'Middle name': 'Jina la kati',
  'Last name': 'Jina la mwisho',
  'Email address': 'Anwani ya barua pepe',
  'We answer by email.': 'Tunajibu kwa barua pepe.',
  'Phone number': 'Nambari ya simu',
  'For example 0712 345 678 or +254 712 345 678. We call only about your application.':
    'Kwa mfano 0712 345 678 au +254 712 345 678. Tunapiga simu kuhusu maombi yako tu.',
  Gender: 'Jinsia',
  Male: 'Mwanamume',
  Female: 'Mwanamke',
  'Asked for our reports: totals without names.':
    'Tunauliza kwa ajili ya ripoti zetu: jumla bila majina.',
  'Date of birth': 'Tarehe ya kuzaliwa',
  'Asked for our reports: which ages we reach, without names.':
    'Tunauliza kwa ajili ya ripoti zetu: umri wa tunaowafikia, bila majina.',
  'Where you live': 'Mahali unapoishi',
  'Your estate or village, and the town: so we know how far you would travel.':
    'Mtaa au kijiji chako, na mji: ili tujue utasafiri umbali gani.',
  Institution: 'Chuo',
  'Choose your institution': 'Chagua chuo chako',
  Course: 'Kozi',
  'Choose your course': 'Chagua kozi yako',
  'Choose from the courses of your institution.': 'Chagua kutoka kwa kozi za chuo chako.',
  'Choose your institution first.': 'Chagua chuo chako kwanza.',
  'Loading courses…': 'Kozi zinapakiwa…',
  'Loading the courses of your institution…': 'Kozi za chuo chako zinapakiwa…',
  'Load the courses again': 'Pakia kozi tena',
  'This institution has no courses in our list yet.':
    'Chuo hiki bado hakina kozi katika orodha yetu.',
  'As you chose before': 'Kama ulivyochagua awali',
  'Year of study': 'Mwaka wa masomo',
  'Year 1': 'Mwaka wa 1',
  'Year 2': 'Mwaka wa 2',
  'Year 3': 'Mwaka wa 3',
  'Year 4': 'Mwaka wa 4',
  'Year 5': 'Mwaka wa 5',
  'Year 6': 'Mwaka wa 6',
  'Expected graduation date': 'Tarehe unayotarajia kuhitimu',
  'Department you want to join': 'Idara unayotaka kujiunga nayo',
  'Choose a department': 'Chagua idara',
  'Resume URL': 'Kiungo (URL) cha wasifu (CV)',
  'A link to the file on any drive, starting with https://. Anyone with the link must be able to view it.':
    'Kiungo cha faili kwenye drive yoyote, kinachoanza na https://. Kila aliye na kiungo lazima aweze kuiona.',
  'Cover letter URL': 'Kiungo (URL) cha barua ya maombi',
  'A link of the same kind.': 'Kiungo cha aina hiyo hiyo.',
  'Available start date': 'Tarehe unayoweza kuanza',
  'From 1 September 2025.': 'Kuanzia tarehe 1 Septemba 2025.',
  'I can attend on site': 'Ninaweza kufika mahali pa kazi',
  'About yourself': 'Kuhusu wewe mwenyewe',
  'Who you are, what you study and what you love to make.':
    'Wewe ni nani, unasomea nini na unapenda kutengeneza nini.',
  'Community engagement': 'Ushiriki wako katika jamii',
  'What you have done, or want to do, for the people around you.':
    'Uliyoyafanya, au unayotaka kuyafanya, kwa ajili ya watu walio karibu nawe.',
  'Your understanding of our foundation': 'Unavyolielewa shirika letu',
  'What you know about our work, and why you want to do your attachment here.':
    'Unachojua kuhusu kazi yetu, na kwa nini unataka kufanya mafunzo yako hapa.',
  'LinkedIn URL': 'Kiungo (URL) cha LinkedIn',
  'For example https://www.linkedin.com/in/your-name':
    'Kwa mfano https://www.linkedin.com/in/jina-lako',
  'GitHub URL': 'Kiungo (URL) cha GitHub',
  'For example https://github.com/your-name': 'Kwa mfano https://github.com/jina-lako',
  'I agree to the terms': 'Nakubali masharti',
  'I agree to the {terms} and the {privacy}': 'Nakubali {terms} na {privacy}',
  'I agree to receive communications: news and opportunities':
    'Nakubali kupokea mawasiliano: habari na nafasi mbalimbali',
  'Submit Application': 'Tuma Maombi',
  'Submitting Application...': 'Maombi Yanatumwa...',
  // Released as 'sw-1': another wording needs another id (contract/consent-wordings.ts).
  [consentInEnglish.says]:
    'Kwa kutuma, unakubali kwamba wafanyakazi wetu watumie majibu haya kuamua kuhusu maombi yako na wayahifadhi kwa mwaka mmoja, au kwa miaka miwili baada ya mafunzo kazini. Unaweza kuomba yafutwe mapema:',

  // The confirmation
  'Application Submitted': 'Maombi Yametumwa',
  'Application Submitted!': 'Maombi Yametumwa!',
  'Thank you for applying for an industrial attachment. We have received your application.':
    'Asante kwa kutuma maombi ya mafunzo kazini. Tumepokea maombi yako.',
  'Reference ID': 'Nambari ya kumbukumbu',
  'What happens next': 'Kitakachofuata',
  'Received on': 'Yalipokelewa tarehe',
  'Copy the reference ID': 'Nakili nambari ya kumbukumbu',
  Copied: 'Imenakiliwa',
  'Our team will review your application and contact you by phone or email.':
    'Timu yetu itapitia maombi yako na kuwasiliana nawe kwa simu au barua pepe.',
  'Keep the reference ID: with it and your phone number or email address you can {link} at any time, get a copy of your answers, or withdraw.':
    'Tunza nambari ya kumbukumbu: ukiwa nayo pamoja na nambari yako ya simu au barua pepe, unaweza {link} wakati wowote, kupata nakala ya majibu yako, au kuondoa maombi yako.',
  'see where your application stands': 'kuona maombi yako yamefikia wapi',
  'Questions?': 'Una swali?',
  'Ask us and name the reference ID: {email} or {phone}.':
    'Tuulize ukitaja nambari ya kumbukumbu: {email} au {phone}.',
  'Back to Home': 'Rudi Mwanzo',

  // The status of an application
  'Already applied?': 'Umeshatuma maombi?',

  // Messages for wrong answers (contract/fields.ts, contract/application.ts)
  'Please check these fields and try again.': 'Tafadhali kagua sehemu hizi kisha ujaribu tena.',
  Required: 'Inahitajika',
  'Valid email required': 'Andika anwani sahihi ya barua pepe',
  'Valid URL required': 'Andika kiungo (URL) sahihi',
  'You must agree to terms': 'Ni lazima ukubali masharti',
  'Use at most {count} characters': 'Tumia herufi zisizozidi {count}',
  'Remove the characters that cannot be shown': 'Ondoa alama zisizoweza kuonyeshwa',
  'Enter a phone number, like 0712 345 678 or +254 712 345 678':
    'Andika nambari ya simu, kama 0712 345 678 au +254 712 345 678',
  'Enter a real date, like 2004-03-27': 'Andika tarehe sahihi, kama 2004-03-27',
  'Choose 1 September 2025 or a later day': 'Chagua tarehe 1 Septemba 2025 au siku ya baadaye',
  'Choose from the list': 'Chagua kutoka kwenye orodha',
  'Choose yes or no': 'Chagua ndiyo au la',
  'Use a text': 'Andika maneno',
  'Please reload the page and send once more': 'Tafadhali pakia ukurasa upya na utume tena',
  'Choose an institution from the list': 'Chagua chuo kutoka kwenye orodha',
  'Choose a department from the list': 'Chagua idara kutoka kwenye orodha',
  'Choose a course from the list': 'Chagua kozi kutoka kwenye orodha',
  'Choose a course of the chosen institution': 'Chagua kozi ya chuo ulichochagua',

  // Messages for other errors
  'Failed to submit application. Please check all fields and try again.':
    'Maombi hayakutumwa. Tafadhali kagua sehemu zote kisha ujaribu tena.',
  'Failed to load courses for selected institution.': 'Kozi za chuo ulichochagua hazikupakiwa.',
  'Failed to fetch institutions': 'Orodha ya vyuo haikupatikana',
  'Failed to fetch departments': 'Orodha ya idara haikupatikana',
  'Failed to fetch courses': 'Orodha ya kozi haikupatikana',
  'An application from this page was received before, with reference {reference}. To send this one as well, submit it once more.':
    'Maombi kutoka ukurasa huu yalipokewa awali, yakiwa na nambari ya kumbukumbu {reference}. Ukitaka kutuma haya pia, yatume mara nyingine.',
  'Your application could not be stored. Please send it once more.':
    'Maombi yako hayakuweza kuhifadhiwa. Tafadhali yatume tena.',
  'Too many {of}. Please try again in {wait}.': '{of} Tafadhali jaribu tena baada ya {wait}.',
  'applications from your network': 'Maombi kutoka kwenye mtandao wako yamezidi.',
  'applications with this e-mail address': 'Maombi yenye barua pepe hii yamezidi.',
  'a minute': 'dakika moja',
  '{minutes} minutes': 'dakika {minutes}',
  '{hours} hours': 'saa {hours}',
  'Too many people are here at this moment. Please try again in a few seconds.':
    'Kuna watu wengi sana hapa kwa sasa. Tafadhali jaribu tena baada ya sekunde chache.',
  'This is not available at the moment. Please try again in a minute.':
    'Huduma hii haipatikani kwa sasa. Tafadhali jaribu tena baada ya dakika moja.',
  'Nothing can be saved at the moment, because our storage is full. Please try again later.':
    'Hakuna kinachoweza kuhifadhiwa kwa sasa, kwa sababu hifadhi yetu imejaa. Tafadhali jaribu tena baadaye.',
  'This is too large. Please shorten your texts.':
    'Maandishi haya ni marefu mno. Tafadhali yafupishe.',
  'Something went wrong on our side. Please try again.':
    'Hitilafu imetokea upande wetu. Tafadhali jaribu tena.',

  // Looking over the answers, and what is kept on the phone
  'Check your answers': 'Kagua majibu yako',
  'Nothing has been sent yet.': 'Bado hakuna kilichotumwa.',
  Change: 'Badilisha',
  Yes: 'Ndiyo',
  No: 'Hapana',
  'Not given': 'Haikujazwa',
  'Kept on this phone as you type': 'Huhifadhiwa kwenye simu hii unapoandika',
  'Saving…': 'Inahifadhi…',
  'Saved on this phone': 'Yamehifadhiwa kwenye simu hii',
  'Not saved on this phone': 'Hayajahifadhiwa kwenye simu hii',
  'Waiting for network': 'Maombi yanasubiri mtandao',
  'Waiting for our server': 'Maombi yanasubiri seva yetu',
  Received: 'Maombi yamepokewa',
  'This application is saved on this phone and goes out by itself.':
    'Maombi haya yamehifadhiwa kwenye simu hii na yatajituma yenyewe.',
  'You may close this page.': 'Unaweza kufunga ukurasa huu.',
  'If you close this page, it goes out when you open it again.':
    'Ukifunga ukurasa huu, yatatumwa utakapoufungua tena.',
  'The next try is at {time}.': 'Jaribio linalofuata ni saa {time}.',
  'Change it': 'Yabadilishe',
  'Discard it': 'Yafute',
  'Discard this application? Its answers are gone then.':
    'Ungependa kufuta maombi haya? Majibu yake yatapotea.',
  'We received an application from this phone on {day}.':
    'Tulipokea maombi kutoka simu hii tarehe {day}.',
  'Open the confirmation': 'Fungua uthibitisho',
  'Remove it from this phone': 'Yaondoe kwenye simu hii',
  'This application has not been sent yet.': 'Maombi haya bado hayajatumwa.',
  'Go on with it': 'Endelea nayo',
  'Fill in another application': 'Jaza maombi mengine',
  'This browser cannot save what you type at the moment. Please send your application before you close this page.':
    'Kivinjari hiki hakiwezi kuhifadhi unachoandika kwa sasa. Tafadhali tuma maombi yako kabla ya kufunga ukurasa huu.',
  'Nothing was changed: this browser cannot save at the moment. Please try again.':
    'Hakuna kilichobadilika: kivinjari hiki hakiwezi kuhifadhi kwa sasa. Tafadhali jaribu tena.',
  'What you type is kept in this browser on this phone, and nowhere else, until you send it or clear it, for {days} days at most. On a phone that others use, clear it before you leave.':
    'Unachoandika huhifadhiwa katika kivinjari hiki kwenye simu hii, na si kwingineko, hadi utakapokituma au kukifuta, kwa siku zisizozidi {days}. Kwenye simu inayotumiwa na wengine, kifute kabla ya kuondoka.',
  'Clear all answers in this form?': 'Ungependa kufuta majibu yote kwenye fomu hii?',
  'Clear my answers': 'Futa majibu yangu',
} as const satisfies Record<string, string>

/** An English text that has a translation, in the browser too. */
export type Sentence = keyof typeof kiswahili
