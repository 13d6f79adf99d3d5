import { describe, expect, it } from 'vitest';
import { capacitySchema, publicCapacity, publicCapacitySchema, statedQuarter } from './capacity.ts';

describe('capacitySchema', () => {
  it('has its defaults', () => {
    expect(capacitySchema.parse({})).toMatchObject({
      waitlistCount: '9',
      maxSlots: '3',
      availabilityStatus: 'Complet',
    });
  });

  it('takes numbers where text is expected', () => {
    expect(capacitySchema.parse({ waitlistCount: 12, maxSlots: 4 })).toMatchObject({
      waitlistCount: '12',
      maxSlots: '4',
    });
  });
});

describe('publicCapacity', () => {
  it('shows quarter labels and status, and nothing else', () => {
    const capacity = capacitySchema.parse({
      currentMonth: 'T4 2026',
      nextMonth: 'T1 2027',
      availabilityStatus: 'Places disponibles',
    });
    expect(publicCapacity(capacity)).toEqual({
      currentMonth: 'T4 2026',
      nextMonth: 'T1 2027',
      availabilityStatus: 'Places disponibles',
    });
  });

  it.each(['', ' '])('says the same for a field that is emptied (%j) as for one left out', (blank) => {
    const emptied = { currentMonth: blank, nextMonth: blank, maxSlots: blank, availabilityStatus: blank };
    const capacity = capacitySchema.parse(emptied);
    expect(publicCapacity(capacity)).toEqual(publicCapacity(capacitySchema.parse({})));
    expect(statedQuarter(capacity)).toEqual({ quarter: 'T4 2024', places: '3' });
  });

  it('falls back to the labels of its own', () => {
    const shown = publicCapacity(capacitySchema.parse({}));
    expect(publicCapacitySchema.parse(shown)).toEqual({
      currentMonth: 'T3 2025',
      nextMonth: 'T4 2025',
      availabilityStatus: 'Complet',
    });
  });
});
