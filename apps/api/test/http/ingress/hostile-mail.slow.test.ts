import { describe } from '@jest/globals';
import { smallMails, testHostileMails, useMailScene } from './hostile-mails.js';

describe('a hostile mail', () => {
  testHostileMails(smallMails, useMailScene());
});
