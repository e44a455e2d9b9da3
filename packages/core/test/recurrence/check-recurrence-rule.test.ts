import { describe, expect, test } from '@jest/globals';
import { checkRecurrenceRule } from '../../src/recurrence/check-recurrence-rule.js';

const notFiner = 'a rule must not be finer than hourly';
const frequencies = `FREQ must be one of HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY; ${notFiner}`;
const mostOccurrences = 'COUNT must be from 1 to 10000, the most occurrences of a rule';

describe('a recurrence rule', () => {
  // Examples of RFC 5545, section 3.8.5.3.
  test.each([
    'FREQ=DAILY;COUNT=10',
    'FREQ=DAILY;UNTIL=19971224T000000Z',
    'FREQ=DAILY;INTERVAL=2',
    'FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA',
    'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    'FREQ=MONTHLY;BYMONTHDAY=-3',
    'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    'FREQ=YEARLY;BYDAY=20MO',
    'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    'FREQ=DAILY;BYHOUR=9,10,11;BYMINUTE=20',
    'FREQ=DAILY;COUNT=10000',
    'RRULE:FREQ=WEEKLY;COUNT=4',
    'freq=weekly;byday=mo',
    'FREQ=WEEKLY;UNTIL=20261231',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
    'FREQ=DAILY;BYMONTH=2,3;BYMONTHDAY=31',
    'FREQ=HOURLY;BYHOUR=9,10',
  ])('%s is right', (rule) => {
    expect(checkRecurrenceRule(rule)).toBeUndefined();
  });

  test.each([
    ['', 'Expected NAME=value, found ""'],
    ['every day', 'Expected NAME=value, found "EVERY DAY"'],
    ['COUNT=3', 'FREQ is missing'],
    ['FREQ=FORTNIGHTLY', frequencies],
    ['FREQ=SECONDLY', frequencies],
    ['FREQ=MINUTELY;INTERVAL=30', frequencies],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'No month of BYMONTH has a day of BYMONTHDAY'],
    ['FREQ=YEARLY;BYMONTH=4,6;BYMONTHDAY=31,-31', 'No month of BYMONTH has a day of BYMONTHDAY'],
    ['FREQ=HOURLY;INTERVAL=2;BYHOUR=9', 'BYHOUR cannot be used with FREQ=HOURLY and INTERVAL'],
    ['FREQ=DAILY;', 'Expected NAME=value, found ""'],
    ['FREQ=DAILY;FREQ=DAILY', 'FREQ occurs twice'],
    ['FREQ=DAILY;BYEASTER=1', 'Unknown part "BYEASTER"'],
    ['FREQ=DAILY;COUNT=0', mostOccurrences],
    ['FREQ=DAILY;COUNT=10001', mostOccurrences],
    ['FREQ=HOURLY;BYMINUTE=0,30', `BYMINUTE must be one number from 0 to 59; ${notFiner}`],
    ['FREQ=DAILY;BYHOUR=9;BYMINUTE=0,20,40', `BYMINUTE must be one number from 0 to 59; ${notFiner}`],
    ['FREQ=HOURLY;BYMINUTE=60', `BYMINUTE must be one number from 0 to 59; ${notFiner}`],
    ['FREQ=HOURLY;BYSECOND=0,30', `BYSECOND must be one number from 0 to 59; ${notFiner}`],
    ['DTSTART:20261201T080000Z', 'DTSTART is not a recurrence rule'],
    ['DTSTART;TZID=Europe/Berlin:20261201T080000', 'DTSTART is not a recurrence rule'],
    ['DTSTART:20261201T080000Z\nRRULE:FREQ=DAILY', 'DTSTART is not a recurrence rule'],
    ['FREQ=DAILY;DTSTART=20261201T080000Z', 'DTSTART is not a recurrence rule'],
    ['RRULE:FREQ=DAILY\nEXDATE:20261201T080000Z', 'EXDATE is not a recurrence rule'],
    ['exdate:20261201T080000Z', 'EXDATE is not a recurrence rule'],
    ['RDATE:20261201T080000Z', 'RDATE is not a recurrence rule'],
    ['FREQ=DAILY;INTERVAL=-1', 'The value of INTERVAL is not valid'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20261231', 'UNTIL and COUNT exclude each other'],
    ['FREQ=DAILY;UNTIL=20260230', 'The value of UNTIL is not valid'],
    ['FREQ=DAILY;UNTIL=20261231T250000Z', 'The value of UNTIL is not valid'],
    ['FREQ=DAILY;UNTIL=20261231T120000', 'The value of UNTIL is not valid'],
    ['FREQ=DAILY;UNTIL=2026-12-31', 'The value of UNTIL is not valid'],
    ['FREQ=DAILY;BYHOUR=24', 'The value of BYHOUR is not valid'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'The value of BYMONTHDAY is not valid'],
    ['FREQ=MONTHLY;BYDAY=MON', 'The value of BYDAY is not valid'],
    ['FREQ=MONTHLY;BYDAY=', 'The value of BYDAY is not valid'],
    [
      'FREQ=WEEKLY;BYDAY=1MO',
      'A numbered weekday in BYDAY needs FREQ=MONTHLY, or FREQ=YEARLY without BYWEEKNO',
    ],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY cannot be used with FREQ=WEEKLY'],
    ['FREQ=MONTHLY;BYYEARDAY=1', 'BYYEARDAY cannot be used with FREQ=MONTHLY'],
    ['FREQ=MONTHLY;BYWEEKNO=1', 'BYWEEKNO needs FREQ=YEARLY'],
    ['FREQ=MONTHLY;BYSETPOS=1', 'BYSETPOS needs another BY part'],
    ['FREQ=DAILY\nFREQ=WEEKLY', 'Expected NAME=value, found "FREQ=DAILY\nFREQ=WEEKLY"'],
  ])('%j is refused: %s', (rule, problem) => {
    expect(checkRecurrenceRule(rule)).toBe(problem);
  });
});
