/** The ids of the examples in the contract differ only in their last two digits. */
export function demoId(suffix: string): string {
  return `0193a1e0-5c00-7000-8000-0000000000${suffix}`;
}

export const demoTenantId = demoId('01');
export const demoKeyId = demoId('f1');

export const channelIds = {
  whatsapp: demoId('11'),
  sms: demoId('12'),
  email: demoId('13'),
  instagram: demoId('14'),
};

export const contactIds = {
  ada: demoId('21'),
  bruno: demoId('22'),
  chiara: demoId('23'),
  deniz: demoId('24'),
  unknown: demoId('25'),
  merged: demoId('26'),
  emil: demoId('27'),
};

export const handleIds = {
  adaPhone: demoId('31'),
  brunoPhone: demoId('32'),
  chiaraEmail: demoId('33'),
  denizInstagram: demoId('34'),
  unknownPhone: demoId('35'),
  chiaraPhone: demoId('36'),
  chiaraWork: demoId('37'),
  emilPhone: demoId('38'),
};

export const attributeIds = { city: demoId('71'), birthday: demoId('72'), orderCount: demoId('73') };

export const userIds = { mara: demoId('c5'), noor: demoId('c6') };

export const chatIds = {
  ada: demoId('41'),
  bruno: demoId('42'),
  chiara: demoId('43'),
  deniz: demoId('44'),
  unknown: demoId('45'),
  emil: demoId('46'),
};

export const segmentIds = { vips: demoId('d1') };

export const teamIds = { support: demoId('c8') };

export const automationIds = {
  welcome: demoId('81'),
  askForRating: demoId('82'),
  outOfOffice: demoId('83'),
  orderUpdate: demoId('84'),
  answerAtOnce: demoId('85'),
  newsletter: demoId('86'),
  greetContact: demoId('87'),
  interested: demoId('88'),
};

export const campaignIds = {
  autumnOffer: demoId('a1'),
  winterNews: demoId('a2'),
  springOffer: demoId('a3'),
  comeBack: demoId('ab'),
};

export const campaignSendIds = { ada: demoId('ad'), emil: demoId('ae') };

export const fileIds = { bubble: demoId('c1') };

export const templateIds = { autumnOffer: demoId('b5') };

export const runIds = {
  welcome: demoId('a4'),
  autumnOffer: demoId('a5'),
  orderUpdate: demoId('a6'),
  autumnOfferOfEmil: demoId('a7'),
};
