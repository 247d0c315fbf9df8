"""Writes xlwt.xls: xlwt 1.3.0."""
from xlwt import Workbook, easyxf

book = Workbook(encoding="utf-8")
archive = book.add_sheet("Archiwum")
archive.visibility = 1
cover = book.add_sheet("Opis")
sellers = book.add_sheet("Sprzedawcy")
book.active_sheet = 2


def write(sheet, row, values, *styles):
    for column, value in enumerate(values):
        sheet.write(row, column, value, easyxf(num_format_str="00000") if column in styles else easyxf())


write(archive, 0, ["Nazwa wyświetlana", "Adres e-mail", "MPK"])
write(archive, 1, ["Z ukrytego arkusza", "ukryty@example.pl", 999])
write(cover, 0, ["Zestawienie sprzedawców", "wersja robocza"])
write(sellers, 0, ["Sprzedawcy, listopad 2026"])
write(sellers, 2, ["Przygotował: dział sprzedaży"])
write(sellers, 3, ["Nazwa wyświetlana", "Adres e-mail", "MPK", "Konto aktywne"])
write(sellers, 4, ["Anna z xlwt", "anna.xlwt@example.pl", 123, True], 2)
write(sellers, 5, ["Żaneta z xlwt", "zaneta.xlwt@example.pl", 45678, False], 2)
book.save("xlwt.xls")
