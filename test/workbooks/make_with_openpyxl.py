"""Writes openpyxl.xlsx: openpyxl 3.0.9."""
from openpyxl import Workbook

book = Workbook()
book.active.title = "Archiwum"
book.active.sheet_state = "hidden"
book.active.append(["Nazwa wyświetlana", "Adres e-mail", "MPK"])
book.active.append(["Z ukrytego arkusza", "ukryty@example.pl", 999])
cover = book.create_sheet("Opis")
cover.append(["Zestawienie sprzedawców", "wersja robocza"])
sellers = book.create_sheet("Sprzedawcy")
book.active = 2
sellers.append(["Sprzedawcy, listopad 2026"])
sellers.merge_cells("A1:D1")
sellers.append([])
sellers.append(["Przygotował: dział sprzedaży"])
sellers.append(["Nazwa wyświetlana", "Adres e-mail", "MPK", "Konto aktywne"])
sellers.append(["Anna z openpyxl", "anna.openpyxl@example.pl", 123, True])
sellers.append(["Żaneta z openpyxl", "zaneta.openpyxl@example.pl", 45678, False])
sellers["C5"].number_format = "00000"
sellers["C6"].number_format = "00000"
book.save("openpyxl.xlsx")
